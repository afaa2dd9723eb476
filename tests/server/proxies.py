"""Proxies in front of servers, each with a configuration that docs/operations.md gives."""

import contextlib
import os
import shutil
import subprocess

import lantern
from patience import until

DOCUMENT = os.path.join(lantern.ROOT, "docs", "operations.md")


class Proxy(lantern.Door):
    """The address of a proxy; made when it listens."""

    def __init__(self, port, context=None):
        self.port, self.context = port, context
        until(self.opens, "the proxy did not start")

    def opens(self):
        try:
            self.raw().close()
            return True
        except OSError:
            return False


def block(marker, *replaced):
    """The configuration of the document that begins with this line, with parts of it replaced."""
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    conf = text[text.index(marker):]
    conf = conf[:conf.index("```")]
    for old, new in replaced:
        assert old in conf, old
        conf = conf.replace(old, new)
    return conf


@contextlib.contextmanager
def started(*command, env=None):
    process = subprocess.Popen(command, env=env)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def nginx(folder, conf):
    """Runs nginx with these lines in its block `http`."""
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    path = os.path.join(folder, "conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"pid {folder}/pid; error_log {folder}/errors; daemon off; events {{}} "
                   f"http {{ access_log off; {paths}\n{conf}\n}}")
    return started(shutil.which("nginx") or "/usr/sbin/nginx", "-p", folder, "-c", path, "-e", os.path.join(folder, "errors"))
