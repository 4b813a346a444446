"""python -m tests.bench: what `make bench` measures beyond the engine alone."""

import subprocess
import sys

from tests.bench import director, fairness, live, pages, rules

rules.main()
fairness.main()
director.main()
live.main()
subprocess.run([sys.executable, "-m", pages.__name__], check=True)  # on databases of its own
