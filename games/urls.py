from django.urls import path

from . import views

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("lobby/tables/", views.lobby_tables, name="lobby_tables"),
    path("play/", views.play_now, name="play_now"),
    path("tables/open/", views.open_table, name="open_table"),
    path("tables/<slug:public_id>/", views.table, name="table"),
    path("rules/", views.rules, name="rules"),
]
