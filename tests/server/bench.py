"""Runs every measurement of scripts/bench-server on a small scale, to test that it works. No figure is
asserted."""

import argparse
import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import sys
import tempfile
import xml.etree.ElementTree

import lantern
from lantern import Socket


def script(name):
    """A script of scripts/ as a module."""
    path = pathlib.Path(__file__).resolve().parents[2] / "scripts" / name
    sys.path.insert(0, str(path.parent))
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def bench(program):
    """scripts/bench-server, for this build and for small runs."""
    module = script("bench-server")
    module.BUILD = pathlib.Path(program).resolve().parent
    module.CONNECTIONS, module.TINY_MEMORY = 10, (2, 4)
    return module


def test_fast_players(program):
    module = bench(program)
    with module.Server() as server:
        run = module.told(server, 20, 0.5, 0, "manor", 1)
        assert run["connections"] == 40 and run["moves"] > 0 and run["p99_ms"] >= run["p50_ms"] > 0, run
        assert run["moves"] <= server.metrics()["moves_total"]
        with contextlib.redirect_stdout(io.StringIO()) as said:
            module.run_print("fast", run)
        assert f"{run['moves_per_second']:7} moves/s" in said.getvalue()


def test_slow_players_beside_open_tables(program):
    module = bench(program)
    run = module.load_beside(module.TABLES_PER_PERSON + 1, 0.5, "manor", 1)
    assert run["connections"] == 200 and run["moves"] > 0 and run["bytes_in_per_move"] > 0, run


def test_findings_10_to_12_are_measured(program):
    module = bench(program)
    module.SEARCHERS, module.ASKED, module.LISTERS, module.BODIES = 2, 1, 2, 3
    run = module.shares(module.TABLES_PER_PERSON + 1)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        module.shares_print(run)
    assert "(300 allowed;" in said.getvalue() and "(5 allowed)" in said.getvalue() and run["lists"] > 0, said.getvalue()


def test_growth_is_measured_printed_and_drawn(program):
    module = script("bench-growth")
    module.bench.BUILD = pathlib.Path(program).resolve().parent
    module.TABLES, module.LOGS, module.REPLAYS, module.WATCHERS, module.MOVES = (1, 3), (10, 100), (4, 10), (1, 3), 2
    result = {part: module.measured(part, argparse.Namespace(most=100)) for part in ("tables", "log", "replay", "watchers")}
    with contextlib.redirect_stdout(io.StringIO()) as said:
        module.print_all(result)
    assert {key for key, _ in module.series(result)} == set(module.NAMES) and said.getvalue().count("exponent") == len(module.NAMES), said.getvalue()
    with tempfile.NamedTemporaryFile(suffix=".svg") as file:
        module.plot(result, file.name)
        lines = [one for one in xml.etree.ElementTree.parse(file.name).iter() if one.tag.endswith("polyline")]
        assert len(lines) == len(module.NAMES)


def test_the_exponent_is_that_of_the_last_decades(program):
    del program
    module = script("bench-growth")
    for power in (0, 1, 2):
        points = [(x, 5 if x < 100 else x ** power) for x in (1, 10, 100, 1000, 10000)]
        assert abs(module.exponent(points) - power) < 1e-9, power
    with contextlib.redirect_stdout(io.StringIO()) as said:
        module.print_all({"tables": [{"n": x, "start_s": x * x, "stop_s": x} for x in (1, 10, 100)]})
    assert said.getvalue().count("FASTER THAN LINEAR") == 1, said.getvalue()


def test_successive_short_games(program):
    """Players leave a finished table for the next one, and get no pushes of the old table any more."""
    module = bench(program)
    with module.Server("tests/lanterne-tiny") as server:
        run = module.measure(server, 60, 0.5, 0, "tiny", 1, 1)
        assert run["games"] > 0, run
        connection = Socket(server, lantern.Person(server).cookie)
        assert connection("tables")["tables"] == []
    together = module.together([run, run])
    assert together["rounds"] == [run["moves_per_second"]] * 2


def test_memory(program):
    module = bench(program)
    module.connection_bytes()
    module.table_bytes(lambda: module.Server("tests/lanterne-tiny"), "tiny")


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
