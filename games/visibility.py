"""Who may see finished games: of private tables who played or sits there or has the link, of all others everybody.

A player of a private table's game may share it: then whoever has that game's link sees what the public sees of it, and
nothing else of the table.
"""

from django.db.models import Exists, OuterRef
from django.http import HttpRequest

from accounts import relations
from accounts.models import GamesSeenBy, User

from .models import GameRecord, PlayerResult, Seat, Table

LINKS = "links"  # in a session: the private tables whose page was opened there, the latest last
KEPT = 50


def note_link(request: HttpRequest, table: Table) -> None:
    """Remember in this session that its owner has the link of this private table."""
    if not table.private:
        return
    links = _links(request)
    if links[-1:] != [table.public_id]:
        request.session[LINKS] = [*(link for link in links if link != table.public_id), table.public_id][-KEPT:]


def may_see(request: HttpRequest, game: GameRecord) -> bool:
    """Whether this visitor may open the page of a finished game. What they see of its cards is another question."""
    return game.shared or may_see_games(request, game.table)


def share(game: GameRecord, player: User, shared: bool) -> bool:
    """A player of a private table's game shares it or takes it back; False for everybody else, and for other games.

    Who played is asked of the database as it writes.
    """
    theirs = PlayerResult.objects.filter(game=OuterRef("pk"), player=player)
    games = GameRecord.objects.filter(Exists(theirs), pk=game.pk, table__private=True)
    return games.update(shared=shared) > 0


def may_see_games(request: HttpRequest, table: Table) -> bool:
    """Whether this visitor may open the games that were played at this table."""
    if not table.private or table.public_id in _links(request):
        return True
    user = request.user
    if not isinstance(user, User):
        return False
    return (
        Seat.objects.filter(table=table, player=user).exists()
        or PlayerResult.objects.filter(game__table=table, player=user).exists()
    )


def may_see_history(viewer: User | None, player: User) -> bool:
    """Whether this viewer may see what games somebody played and how they went; that they play, and how well, all may.

    It is of that player's own pages: a game at a public table is the others' too, and each has its own address.
    """
    if viewer == player or player.games_seen_by == GamesSeenBy.EVERYBODY:
        return True
    if viewer is None or player.games_seen_by == GamesSeenBy.NOBODY:
        return False
    return relations.between(player, viewer)[0] == relations.FOLLOWS


def _links(request: HttpRequest) -> list[str]:
    links = request.session.get(LINKS)
    return list(links) if isinstance(links, list) else []
