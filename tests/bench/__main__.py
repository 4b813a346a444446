"""python -m tests.bench: what `make bench` measures beyond the engine alone."""

import subprocess
import sys

from tests.bench import director, fairness, handshake, live, pages, practice, rules

rules.main()
fairness.main()
director.main()
subprocess.run([sys.executable, "-m", practice.__name__], check=True)  # on all cores, which `live` leaves it no more
live.main()
handshake.main()
subprocess.run([sys.executable, "-m", pages.__name__], check=True)  # on databases of its own
