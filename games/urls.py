from django.urls import path, register_converter

from . import deal_views, fairness_views, history_views, naming, practice_views, profile_views, views, wallet_views
from .converters import NameConverter

register_converter(NameConverter, "name")

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("lobby/tables/", views.lobby_tables, name="lobby_tables"),
    path("play/", views.play_now, name="play_now"),
    path("tables/open/", views.open_table, name="open_table"),
    path("tables/<slug:public_id>/", views.table, name="table"),
    path("tables/<slug:public_id>/deals.json", deal_views.table_deals, name="table_deals"),
    path("players/<name:name>/", profile_views.profile, name="profile"),
    path("players/<name:name>/relate/", profile_views.relate, name="relate"),
    path("account/privacy/", profile_views.privacy, name="privacy"),
    path("rules/", views.rules, name="rules"),
    path("fairness/", fairness_views.fairness, name="fairness"),
    path("fairness/heads.json", fairness_views.chain_heads, name="chain_heads"),
    path("practice/", practice_views.practice, name="practice"),
    path("practice/game/", practice_views.practice_game, name="practice_game"),
    path("practice/rules/<slug:version>.json", practice_views.practice_rules, name="practice_rules"),
    path("name/", naming.rename, name="rename"),
    path("wallet/", wallet_views.wallet, name="wallet"),
    path("wallet/statement.csv", wallet_views.wallet_csv, name="wallet_csv"),
    path("wallet/refill/", wallet_views.refill, name="refill"),
    path("games/", history_views.my_games, name="my_games"),
    path("games/games.csv", history_views.my_games_csv, name="my_games_csv"),
    path("games/games.azi", history_views.my_records, name="my_records"),
    path("games/<slug:public_id>/", history_views.game, name="game"),
    path("games/<slug:public_id>/views.json", history_views.game_views, name="game_views"),
    path("games/<slug:public_id>/record.azi", history_views.game_record, name="game_record"),
    path("games/<slug:public_id>/fair/", deal_views.game_fair, name="game_fair"),
    path("games/<slug:public_id>/fair.json", deal_views.game_deals, name="game_deals"),
    path("games/<slug:public_id>/share/", history_views.share_game, name="share_game"),
]
