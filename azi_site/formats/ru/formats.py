"""Dates as scripts show them."""

DATETIME_FORMAT = "j N Y г., H:i"
MONTH_DAY_FORMAT = "j E"
YEAR_MONTH_FORMAT = "E Y г."  # only within sentences: "Здесь с ноября 2026 г."
