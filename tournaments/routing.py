"""Addresses of the tournaments' websockets."""

from django.urls import path

from .consumers import MeConsumer, TournamentConsumer, TournamentsConsumer

websocket_urlpatterns = [
    # Channels routes applications by Django's path, which is annotated for pages only.
    path("ws/tournaments/", TournamentsConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/tournaments/<slug:public_id>/", TournamentConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/me/", MeConsumer.as_asgi()),  # type: ignore[arg-type]
]
