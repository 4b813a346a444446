#!/usr/bin/env python
"""Debian's Firefox as Playwright starts it, and the line between the two.

Playwright asks for what the newest Firefox can, Debian's is up to a year older: an emulation that it does not know
yet is taken as done, where nobody needs it, instead of failing before the first page.
"""

import json
import os
import re
import subprocess
import sys
import threading

from websockets.sync.client import ClientConnection, connect
from websockets.sync.server import ServerConnection, serve

SAID = "WebDriver BiDi listening on "


def told(answer: str) -> str:
    """What Playwright gets to read of an answer of Firefox."""
    if '"unknown command"' not in answer:
        return answer
    said = json.loads(answer)
    if said.get("error") != "unknown command" or not said["message"].startswith("emulation."):
        return answer
    return json.dumps({"type": "success", "id": said["id"], "result": {}})


def _answers(firefox: ClientConnection, playwright: ServerConnection) -> None:
    for answer in firefox:
        playwright.send(told(str(answer)))
    playwright.close()


def _address(firefox: subprocess.Popen[str]) -> str:
    assert firefox.stderr
    for line in firefox.stderr:
        found = re.match(f"{SAID}(.+)", line)
        if found:
            return found[1]
        print(line, end="", file=sys.stderr)
    sys.exit("Firefox has ended.")


def main() -> None:
    firefox = subprocess.Popen([os.environ["AZI_FIREFOX"], *sys.argv[1:]], stderr=subprocess.PIPE, text=True)
    address = _address(firefox)

    def talk(playwright: ServerConnection) -> None:
        assert playwright.request
        with connect(address + playwright.request.path, max_size=None, compression=None) as line:
            threading.Thread(target=_answers, args=(line, playwright), daemon=True).start()
            for question in playwright:
                line.send(question)

    with serve(talk, "127.0.0.1", 0, max_size=None, compression=None) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"{SAID}ws://127.0.0.1:{server.socket.getsockname()[1]}", file=sys.stderr, flush=True)
        assert firefox.stderr
        for line in firefox.stderr:
            print(line, end="", file=sys.stderr)
        firefox.wait()


if __name__ == "__main__":
    main()
