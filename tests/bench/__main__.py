"""python -m tests.bench: what `make bench` measures beyond the engine alone."""

from tests.bench import rules

rules.main()
