"""Addresses of the websockets."""

from django.urls import path

from .consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    # Channels routes applications by Django's path, which is annotated for pages only.
    path("ws/tables/<slug:public_id>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
]
