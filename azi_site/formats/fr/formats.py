"""Dates as scripts show them."""

DATETIME_FORMAT = "j N Y, H:i"
