"""Dates as scripts show them."""

DATETIME_FORMAT = "j M Y, H:i"
