"""In a language with accents every state of the table is all accents: what tests/e2e/test_pseudo.py sees of some."""

from tests.e2e.conftest import browser_type_launch_args, guard, new_person, site_url  # noqa: F401 -- fixtures
from tests.e2e.styleguide import Guide
from tests.e2e.test_pseudo import Reader, reader, site  # noqa: F401 -- fixtures
from tests.serving import Site


def test_no_state_of_the_felt_says_anything_unmarked(reader: Reader, site: Site) -> None:  # noqa: F811
    guide = Guide(reader.page, site).open()
    for state in guide.states():
        reader.read(state, "Steppe 12")
    assert reader.noted == {}
