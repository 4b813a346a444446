"""python -m tests.bench: what `make bench` measures beyond the engine alone."""

from tests.bench import director, live, rules

rules.main()
director.main()
live.main()
