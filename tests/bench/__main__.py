"""python -m tests.bench: what `make bench` measures beyond the engine alone."""

from tests.bench import live, rules

rules.main()
live.main()
