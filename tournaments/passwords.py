"""The password of a private tournament: kept as Django keeps people's."""

from django.contrib.auth.hashers import check_password, make_password

from .models import Tournament


def set_password(tournament: Tournament, password: str) -> None:
    """The password that one must know to enter; empty for none."""
    tournament.password = make_password(password) if password else ""


def opens(tournament: Tournament, password: str) -> bool:
    """Whether this is the tournament's password."""
    return not tournament.password or check_password(password, tournament.password)
