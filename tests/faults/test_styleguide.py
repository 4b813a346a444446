"""Every state of the table at every size, light and dark: nothing is cut off, covered, too small or too faint."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.conftest import browser_type_launch_args, guard, new_person, site, site_url  # noqa: F401 -- fixtures
from tests.e2e.styleguide import Guide
from tests.serving import Site

SIZES = [(360, 740), (360, 640), (740, 360), (768, 1024), (1280, 800), (1920, 1080)]


def wrong_in(guide: Guide, viewport: tuple[int, int]) -> Iterator[str]:
    """What is wrong with the state that is shown."""
    yield from guide.wrong()
    if viewport[0] < 960:
        yield from guide.small()
    found = Axe().run(guide.page)
    if found.violations_count:
        yield found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_state_is_good_at_every_size(
    site: Site,  # noqa: F811
    new_person: Callable[..., Page],  # noqa: F811
    viewport: tuple[int, int],
    scheme: str,
) -> None:
    page = new_person(viewport={"width": viewport[0], "height": viewport[1]}, color_scheme=scheme)
    guide = Guide(page, site).open()
    wrong = {name: found for name in guide.states() if (found := list(wrong_in(guide, viewport)))}
    assert wrong == {}, "\n".join(f"{name}: {line}" for name, lines in wrong.items() for line in lines)
