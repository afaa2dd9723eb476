#!/usr/bin/env python3
"""Tests of a simulation in parts, with the scripts of examples/shards: shards.py PROGRAM [schedulers]

Every way to run the parts must give the same merged report, byte for byte, also when 30 % of the parts are
killed and the same command is given again. With `schedulers` the ways are the recipes of docs/cli.md: GNU
parallel, a Slurm array on a Slurm of the test's own, and mpirun. A long run has them: few machines do.
"""

import contextlib
import json
import os
import pathlib
import signal
import socket
import stat
import subprocess
import sys
import tempfile

from program import ENVIRONMENT, PROGRAM, STOPPED, Check, patience
from patience import until

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "shards"
SHARD = str(EXAMPLES / "shard")
PARTS = 20
KILLED = (2, 3, 5, 11, 13, 19)  # 30 % of them
SIM = ("shadow-hunters", "--players", "5", "--games", "6000", "--seed", "9", "--threads", "1")

# Stands for the program on a machine that fails: the first time, these parts die with half of their result
# written, and the script that waits for them dies first.
DYING = f"""#!/bin/sh
for word; do case $word in */{PARTS}) part=${{word%/*}} ;; esac; done
case " {' '.join(map(str, KILLED))} " in
*" $part "*) if mkdir "$DEATHS/$part" 2>/dev/null; then
    "$REAL" "$@" | head -c 3000
    kill -KILL $PPID $$
fi ;;
esac
exec "$REAL" "$@"
"""

check = Check()


def run(command, **more):
    return subprocess.run(list(map(str, command)), text=True, capture_output=True, timeout=patience(), **more)


def complete(folder):
    return all((folder / f"part-{part}.json").exists() for part in range(1, PARTS + 1))


def merged(folder):
    return check.run("sim", "--merge", *sorted(folder.glob("part-*.json")), "--json")[0]


def again(name, expected, way, rounds):
    """Gives the command of a way until all parts are there, without deaths and with them."""
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        for dying in (False, True):
            folder, deaths, program = (place / f"{word}{dying}" for word in ("parts", "deaths", "program"))
            folder.mkdir()
            deaths.mkdir()
            program.write_text(DYING if dying else '#!/bin/sh\nexec "$REAL" "$@"\n')
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            env = {**ENVIRONMENT, "LANTERNE": str(program), "REAL": os.path.abspath(PROGRAM), "DEATHS": str(deaths)}
            for round_ in range(rounds if dying else 1):
                said = way(folder, env)
                check.that(dying and round_ == 0 or not complete(folder) or not said.returncode, f"{said.stdout}{said.stderr}")
                if not dying or round_ == 0:
                    check.that(complete(folder) != dying, f"{sorted(path.name for path in folder.iterdir())}: {said.stderr[-2000:]}")
                if complete(folder):
                    break
            check.that(len(list(deaths.iterdir())) == (len(KILLED) if dying else 0), f"died: {sorted(deaths.iterdir())}")
            check.that(merged(folder) == expected, "the merged report is another one")
    check.done(f"{name}: parts that were killed are played again, and the report is the same, byte for byte")


def by_shell(folder, env):
    """As many loops as there are parts; no scheduler."""
    every = [subprocess.Popen([SHARD, f"{part}/{PARTS}", folder, *SIM], env=env) for part in range(1, PARTS + 1)]
    codes = [one.wait(timeout=patience()) for one in every]
    return subprocess.CompletedProcess([], max(map(abs, codes)), "", "")


def by_parallel(folder, env):
    return run(["parallel", "--will-cite", SHARD, f"{{}}/{PARTS}", folder, *SIM, ":::", *range(1, PARTS + 1)], env=env)


def by_mpirun(folder, env):
    script = 'exec "$0" "$((OMPI_COMM_WORLD_RANK + 1))/$OMPI_COMM_WORLD_SIZE" "$@"'
    # As root and with more processes than cores: the test's machine, not the recipe.
    here = ["--allow-run-as-root", "--oversubscribe", "--mca", "btl", "self,vader", "--mca", "plm_rsh_agent", "sh"]
    return run(["mpirun", *here, "-n", PARTS, "sh", "-c", script, SHARD, folder, *SIM], env=env)


def free_ports(count):
    with contextlib.ExitStack() as open_:
        every = [open_.enter_context(socket.socket()) for _ in range(count)]
        for one in every:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in every]


SLURM = """ClusterName=lanterne
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={place}/munge.socket
CredType=cred/munge
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
SlurmctldPidFile={place}/ctld.pid
SlurmdPidFile={place}/d.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


@contextlib.contextmanager
def slurm():
    """A controller and one node, all in a folder of the test."""
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as open_:
        host = socket.gethostname().split(".")[0]
        conf = pathlib.Path(place) / "slurm.conf"
        conf.write_text(SLURM.format(host=host, place=place, ports=free_ports(2), cores=os.cpu_count()))
        for name in ("state", "spool"):
            os.mkdir(f"{place}/{name}")
        key = pathlib.Path(place) / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        env = {**ENVIRONMENT, "SLURM_CONF": str(conf)}

        def start(*command):
            log = open_.enter_context(open(f"{place}/{os.path.basename(command[0])}.log", "w+", encoding="utf-8"))
            daemon = subprocess.Popen(command, env=env, stdout=log, stderr=log)
            open_.callback(daemon.wait)
            open_.callback(daemon.send_signal, signal.SIGTERM)

        start("/usr/sbin/munged", "--foreground", "--force", f"--key-file={key}", f"--socket={place}/munge.socket", f"--pid-file={place}/munge.pid",
              f"--log-file={place}/munge.log", f"--seed-file={place}/munge.seed")
        until(lambda: os.path.exists(f"{place}/munge.socket"), "munge's socket")
        start("/usr/sbin/slurmctld", "-D", "-f", str(conf))
        start("/usr/sbin/slurmd", "-D", "-N", host, "-f", str(conf))
        until(lambda: "idle" in run(["sinfo", "-h", "-o", "%t"], env=env).stdout, "an idle node of Slurm", pause=0.5)
        yield env


def by_slurm(env):
    def way(folder, more):
        return run(["sbatch", "--wait", f"--array=1-{PARTS}", "--export=ALL", "--no-requeue", EXAMPLES / "array.sbatch", SHARD, PARTS, folder, *SIM],
                   env={**more, "SLURM_CONF": env["SLURM_CONF"]})
    return way


def main():
    whole = check.json("sim", *SIM, "--json")
    with tempfile.TemporaryDirectory() as folder:
        for part in range(1, PARTS + 1):
            pathlib.Path(folder, f"part-{part}.json").write_text(check.run("sim", *SIM, "--shard", f"{part}/{PARTS}", "--json")[0])
        expected = merged(pathlib.Path(folder))
    summed = json.loads(expected)
    check.that(summed["seats"] == whole["seats"] and summed["groups"] == whole["groups"], "the sum of the parts is the whole")
    check.that("seconds" in whole and "seconds" not in summed, "how long the parts took is not part of their sum")
    check.done("the merged report depends on the games alone")

    if sys.argv[2:] == ["schedulers"]:
        again("GNU parallel", expected, by_parallel, 2)
        # mpirun ends the whole job when one process dies.
        again("mpirun", expected, by_mpirun, len(KILLED) + 2)
        with slurm() as env:
            again("a Slurm array", expected, by_slurm(env), 2)
        return
    again("a shell", expected, by_shell, 2)
    with tempfile.TemporaryDirectory() as folder:
        part = subprocess.Popen([SHARD, "1/2", folder, "manor", "--games", "100000000"], stderr=subprocess.DEVNULL,
                                env={**ENVIRONMENT, "LANTERNE": PROGRAM})
        until(lambda: os.listdir(folder), "the simulation has begun")
        part.terminate()
        # By the program's own status, or by the signal when it came before the program handled it.
        check.that(part.wait(timeout=patience()) in (STOPPED, -signal.SIGTERM, 128 + signal.SIGTERM), f"exit status {part.returncode}")
        check.that(not os.listdir(folder), f"left: {os.listdir(folder)}")
    check.that(run([SHARD, "1/2"]).returncode == 2, "too few arguments are refused")
    check.done("a part that is stopped leaves no result and no file")


main()
check.tap.finish()
