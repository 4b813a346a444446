"""What pages say of people and their accounts that their views don't know."""

from collections.abc import Iterable

from django import template
from django.conf import settings
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts import devices

register = template.Library()
register.filter("device", devices.device)


@register.filter
def in_bdi(names: Iterable[str]) -> SafeString:
    """These names one after another, to stand within a sentence."""
    return format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in names))


@register.simple_tag
def mail_goes() -> str:
    """Where a letter of ours goes: "out", "to the console", or "nowhere"."""
    return str(settings.MAIL_GOES)
