from django.urls import path, re_path

from . import leaderboard_views, table_views, views

urlpatterns = [
    # In place of the games' own page of a table, to which it leaves all tables but the tournaments'.
    re_path(r"^tables/(?P<public_id>[0-9a-f]{32})/$", table_views.table, name="tournament_table"),
    path("leaderboard/", leaderboard_views.leaderboard, name="leaderboard"),
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/news/", views.tournaments_news, name="tournaments_news"),
    path("tournaments/new/", views.new_tournament, name="new_tournament"),
    path("tournaments/<slug:public_id>/", views.tournament, name="tournament"),
    path("tournaments/<slug:public_id>/news/", views.tournament_news, name="tournament_news"),
    path("tournaments/<slug:public_id>/enter/", views.enter, name="enter_tournament"),
    path("tournaments/<slug:public_id>/withdraw/", views.withdraw, name="withdraw_from_tournament"),
    path("tournaments/<slug:public_id>/pause/", views.pause, name="pause_in_tournament"),
    path("tournaments/<slug:public_id>/cancel/", views.cancel, name="cancel_tournament"),
]
