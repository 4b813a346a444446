"""Dates as scripts show them (games/static/games/local_times.js), so that nothing jumps when they do."""

DATE_FORMAT = "M j, Y"
DATETIME_FORMAT = "M j, Y, H:i"
