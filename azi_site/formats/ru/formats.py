"""Dates as scripts show them, but for the month: Django has no short ones in the genitive."""

DATETIME_FORMAT = "j E Y г., H:i"
MONTH_DAY_FORMAT = "j E"
YEAR_MONTH_FORMAT = "E Y г."  # only within sentences: "Здесь с ноября 2026 г."
