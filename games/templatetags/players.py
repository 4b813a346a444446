"""What long lists show in each row, a player's name and numbers, made quickly."""

from functools import lru_cache

from django import template
from django.contrib.humanize.templatetags.humanize import intcomma
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User

register = template.Library()


@register.filter
def linked(player: User) -> SafeString:
    """The name, with a link to the profile where there is one, and a bot's mark. Lists have fifty: made in one go."""
    name = _named(player.name, player.is_active)
    return format_html('{} <small class="bot">{}</small>', name, _("bot")) if player.is_bot else name


@lru_cache(4_096)
def _named(name: str, has_profile: bool) -> SafeString:
    if not has_profile:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<a class="player" href="{}"><bdi>{}</bdi></a>', reverse("profile", args=[name]), name)


@register.filter
def grouped(number: int) -> str:
    """A whole number as intcomma writes it, remembered: a list of fifty rows writes a hundred and more."""
    return _grouped(number, get_language())


@lru_cache(16_384)
def _grouped(number: int, _language: str | None) -> str:
    return str(intcomma(number))
