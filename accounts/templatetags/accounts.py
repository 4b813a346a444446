"""What account pages say that their views don't know."""

from django import template
from django.conf import settings

from accounts import devices

register = template.Library()
register.filter("device", devices.device)


@register.simple_tag
def mail_goes() -> str:
    """Where a letter of ours goes: "out", "to the console", or "nowhere"."""
    return str(settings.MAIL_GOES)
@register.filter
def in_bdi(names: Iterable[str]) -> SafeString:
    """These names one after another, to stand within a sentence."""
    return format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in names))


