#!/usr/bin/env python3
"""A server behind Caddy, with the configuration of docs/operations.md: caddy.py PROGRAM"""

import os
import pathlib
import shutil
import ssl
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests" / "server")]
import lantern  # noqa: E402  the path must be set first
import proxies  # noqa: E402
from database import free_port  # noqa: E402
from hosting import evening  # noqa: E402
from lantern import Server, certificate  # noqa: E402


def test_behind_caddy(program):
    """With a certificate of the test instead of one that Caddy would ask for."""
    with tempfile.TemporaryDirectory() as folder, Server(program, "--proxy") as server:
        key, pem = certificate(folder)
        port = free_port()
        conf = proxies.block("# Caddy", ("games.example {", f"localhost:{port}, 127.0.0.1:{port} {{\n    tls {pem} {key}\n    bind 127.0.0.1"),
                             ("127.0.0.1:8710", f"127.0.0.1:{server.port}"))
        path = os.path.join(folder, "Caddyfile")
        with open(path, "w", encoding="utf-8") as file:
            file.write("{\n    admin off\n    auto_https disable_redirects\n}\n" + conf)
        caddy = os.environ.get("CADDY") or shutil.which("caddy")
        assert caddy, "caddy is not installed"
        with proxies.started(caddy, "run", "--config", path, "--adapter", "caddyfile", env={**os.environ, "HOME": folder}):
            evening(proxies.Proxy(port, ssl.create_default_context(cafile=pem)))


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
