#!/usr/bin/env python3
"""Several nodes over one PostgreSQL, with the players of a table on different nodes."""

import contextlib
import os
import signal
import sys
import tempfile
import threading

import clusters
import lantern
import proxies
import ratings
from clusters import Cluster, seats_of, some_moves, stored, table_on, told_away, told_back
from database import Database, Pooler, free_port
from dice import exchange, verify
from lantern import Closed, Person, Seat, Server, at
from operate import Hook, abandon, admin_changes_shown, slow_table
from patience import until
from play import chooser, manor, refused, step, two_at_table
from players import Round
from proxies import Proxy


def metric(node, name):
    text = node.get("/metrics")[1].decode()
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"lanterne_{name} "))


def game_on(nodes, seed):
    """A whole game with every player on another node; returns the seats."""
    people, table = table_on(nodes)
    seats = seats_of(people, table)
    lantern.play(seats, chooser(seed))
    assert all(seat.result == seats[0].result for seat in seats)
    for seat, person in zip(seats, people):
        elsewhere = at(person, nodes[seat.seat % len(nodes)])
        fresh = Seat(elsewhere.socket(), table, seat.seat)
        assert fresh.told == seat.told and fresh.view == seat.view
    return seats


def test_two_nodes(program):
    with Cluster(program, 2) as cluster:
        for seed in range(3):
            game_on(cluster.nodes, seed)


def test_three_nodes(program):
    with Cluster(program, 3) as cluster:
        game_on(cluster.nodes, 7)


def test_two_nodes_that_only_poll(program):
    with Cluster(program, 2, "--notify=poll") as cluster:
        game_on(cluster.nodes, 3)


def test_through_a_pooler(program):
    """Transactions of a node share pooled connections with other nodes', so they must leave no session
    state."""
    with Pooler(clusters.DATABASE, 2) as pooler, Cluster(program, 3, "--notify=poll", url=pooler.url) as cluster:
        game_on(cluster.nodes, 11)
        pooler.stop()
        pooler.start()
        for node in cluster.nodes:
            until(lambda: stored(lambda: Person(node)), "it does not come back")
        game_on(cluster.nodes[:2], 12)
        # Connections of the killed pooler may take a moment to close.
        until(lambda: int(clusters.DATABASE.sql("SELECT count(*) FROM pg_stat_activity WHERE usename = 'lanterne' AND "
                                                "pid <> pg_backend_pid() AND backend_type = 'client backend'")) <= 2,
              "connections are left over")


def test_two_requests_for_one_seat(program):
    with Cluster(program, 2) as cluster:
        for _ in range(10):
            people = [Person(node) for node in cluster.nodes]
            table = people[0]("create", settings=manor(3))["table"]["table"]
            connections = [person.socket() for person in people]
            asked = [connection.ask("sit", table=table, seat=2) for connection in connections]
            answers = [connection.answer(number) for connection, number in zip(connections, asked)]
            assert sorted(answer["ok"] for answer in answers) == [False, True], answers
            lost = next(answer for answer in answers if not answer["ok"])
            assert lost["error"]["code"] == "taken", lost


def test_lobby_presence_and_chat(program):
    with Cluster(program, 2) as cluster:
        one, two = cluster.nodes
        ada, bruno = Person(one, "Ada"), Person(two, "Bruno")
        watching = bruno.socket()
        watching("lobby", on=True)
        table = ada("create", settings=manor(listed=True, name="Evening"))["table"]["table"]
        assert watching.push("lobby")["tables"][0]["name"] == "Evening"
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        a, b = ada.socket(), bruno.socket()
        a("open", table=table, seat=1)
        b("open", table=table, seat=2)
        while True:
            push = a.push("presence")
            if push["seat"] == 2 and push["present"]:
                break
        # Both send lines at the same time: every client gets each line once, in the same order.
        for number in range(8):
            asked = [(connection, connection.ask("chat", table=table, seat=seat, room="players", text=f"{seat}-{number}"))
                     for seat, connection in ((1, a), (2, b))]
            assert all(connection.answer(question)["ok"] for connection, question in asked)
        heard = [[connection.push("chat")["line"] for _ in range(16)] for connection in (a, b)]
        assert [line["number"] for line in heard[0]] == list(range(1, 17))
        assert heard[0] == heard[1]
        b("react", table=table, seat=2, reaction="wow")
        assert a.push("reaction")["reaction"] == "wow"
        b.close()
        while True:
            push = a.push("presence")
            if push["seat"] == 2 and not push["present"]:
                break
        assert [row["table"] for row in bruno("me")["tables"]] == [table]
        other = ada("create", settings=manor(listed=True))["table"]["table"]
        while other not in [row["table"] for row in watching.push("lobby")["tables"]]:
            pass
        ada("close", table=other)
        while other not in watching.push("lobby")["gone"]:
            pass


def test_silent_listener_gets_every_chat_line(program):
    with Cluster(program, 2) as cluster:
        (ada, bruno), table = table_on(cluster.nodes)
        ada("chat", table=table, seat=1, room="players", text="before")
        until(lambda: [line["text"] for line in bruno("chats", table=table, seat=2)["lines"]] == ["before"], "not heard")
        listening = bruno.socket()
        listening("open", table=table, seat=2)
        for number in range(4):
            ada("chat", table=table, seat=1, room="players", text=str(number))
        assert [listening.push("chat")["line"]["text"] for _ in range(4)] == ["0", "1", "2", "3"]


def test_waiting_is_shown_on_every_node(program):
    with Cluster(program, 2) as cluster:
        one, two = cluster.nodes
        ada, bruno, table = two_at_table(one)
        for seed in range(4):
            seats = seats_of((ada, bruno), table)
            asked = {seat.seat: seat.asked() for seat in seats}
            for number, person in ((1, ada), (2, bruno)):
                until(lambda: [row["waiting"] for row in at(person, two)("me")["tables"]] == [asked[number]],
                      f"seat {number} of seed {seed}")
            seat = next(seat for seat in seats if seat.asked())
            seat.move(chooser(seed)(seat), move=f"step-{seed}")


def test_fair_dice(program):
    with Cluster(program, 2) as cluster:
        (ada, bruno), table = table_on(cluster.nodes, fair=True)
        exchange([ada, bruno], table)
        lantern.play(seats_of((ada, bruno), table), chooser(1))
        # The node that ended the game publishes the secret in an entry of its own.
        until(lambda: bruno("record", table=table)["record"]["outcome"].get("openings", {}).get("secret"), "no secret")
        status, said = verify(program, bruno("record", table=table)["record"])
        assert status == 0, said


def test_rated_games_that_end_on_two_nodes_at_once(program):
    """Two games of one person begin with the same rating and end on two nodes at once: both count."""
    with Cluster(program, 2) as cluster:
        one, two = cluster.nodes
        ada, bruno, chloe = Person(one, "Ada"), Person(one, "Bruno"), Person(two, "Chloé")
        pairs = [(ada, bruno), (at(ada, two), chloe)]
        tables = [ratings.begun(pair, ratings.rated()) for pair in pairs]
        games = [threading.Thread(target=ratings.finished, args=(pair, table, seed))
                 for seed, (pair, table) in enumerate(zip(pairs, tables))]
        for game in games:
            game.start()
        for game in games:
            game.join()
        for (person, _), table in zip(pairs, tables):
            before = ratings.own(person, table)[0]["before"]
            assert before == {"points": 1500, "margin": 340}, before
        shown = [ratings.rating(person) for person in (ada, at(ada, two))]
        assert shown[0] == shown[1] and shown[0]["games"] == 2 == len(shown[0]["steps"]), shown
        assert ratings.rating(bruno)["games"] == ratings.rating(at(chloe, one))["games"] == 1


def test_a_lost_seat_is_no_longer_shown(program):
    with Cluster(program, 2) as cluster:
        one, two = cluster.nodes
        ada, bruno, chloe = Person(one, "Ada"), Person(one, "Bruno"), Person(two, "Chloé")
        table = ada("create", settings=manor(3), plan=["me", "empty", "random"])["table"]["table"]
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        connection = bruno.socket()
        connection("open", table=table, seat=2)
        secret = bruno("offer", table=table, seat=2)["secret"]
        chloe("claim", table=table, secret=secret)
        assert connection.push("shut")["seat"] == 2
        watching = chloe.socket()
        watching("open", table=table, seat=2)
        ada("remove", table=table, person=chloe.id)
        assert watching.push("shut")["seat"] == 2
        refused("forbidden", chloe, "open", table=table, seat=0)


def test_sessions_end_everywhere(program):
    with Cluster(program, 2) as cluster:
        one, two = cluster.nodes
        ada = Person(one, "Ada")
        ada("signup", login="Ada", password="bon appétit")
        phone = Person(two)
        phone("login", login="ada", password="bon appétit")
        connection = phone.socket()
        session = next(row for row in ada("sessions")["sessions"] if not row["this"])
        ada("session-end", session=session["session"])
        try:
            while True:
                connection.step()
        except Closed:
            pass
        assert phone("me")["person"]["id"] != ada.id


def test_admin_changes_reach_running_servers(program):
    with Cluster(program, 2) as cluster:
        admin_changes_shown(program, cluster.nodes, f"--store={cluster.url}")


def test_bots_think_on_one_node(program):
    with Cluster(program, 2) as cluster:
        one, two = cluster.nodes
        ada, bruno = Person(one, "Ada"), Person(two, "Bruno")
        table = ada("create", settings=manor(4), plan=["me", "rules", "random", "random"], start=True)["table"]["table"]
        seats = [Seat(ada.socket(), table, 1)]
        # Every node that has the table asks for the lease of its bots: the second after the first has it.
        until(lambda: clusters.DATABASE.sql("SELECT count(*) FROM lanterne.lease") == "1", "no lease")
        looking = Seat(bruno.socket(), table, 0)
        lantern.play(seats, chooser(2))
        while not looking.result:
            looking.wait()
        asked = [metric(node, "bot_questions_total") for node in (one, two)]
        assert min(asked) == 0 and max(asked) > 10, asked


def test_bots_go_on_when_their_node_dies(program):
    with Cluster(program, 2, pace=60) as cluster:
        one, two = cluster.nodes
        ada = Person(one, "Ada")
        bots = ["random", "random", "random", "random"]
        table = ada("create", settings=manor(4), plan=bots, start=True)["table"]["table"]
        seat = Seat(ada.socket(), table, 0)
        while len(seat.told) < 10:
            seat.wait()
        one.kill()
        cluster.nodes.remove(one)
        seat.open(at(ada, two).socket())
        while not seat.result:
            seat.wait()


def test_a_clock_runs_out_once(program):
    with Cluster(program, 2) as cluster:
        seats = seats_of(*table_on(cluster.nodes, clock={"move": 1}, absence="bot"))
        # Without moves both clocks run out, and stand-ins play both seats to the end.
        for seat in seats:
            while not seat.result:
                seat.wait()
        taken = [[item["seat"] for item in seat.told if item.get("table") == "bot"] for seat in seats]
        assert sorted(taken[0]) == [1, 2] and taken[1] == taken[0], taken


def test_one_reminder_over_all_nodes(program):
    """Each connected page gets one notice, and the person one e-mail, whichever node has the table."""
    day = 24 * 3600 * 1000
    hook = Hook()
    with Cluster(program, 0, f"--webhook=127.0.0.1:{hook.server_port}/") as cluster:
        both = [cluster.add(hooks=seed) for seed in (1, 2)]
        ada, bruno, table, looking = slow_table(both[0], absence="remind")
        assert hook.take()[1]["what"] == "turn"
        pages = [at(bruno, node).socket() for node in both]
        elsewhere = Seat(at(ada, both[1]).socket(), table, 1)
        seat = Seat(looking, table, 1)
        seat.move(seat.ask["actions"][0])
        while elsewhere.asked():
            elsewhere.wait()
        for wait in (3 * day, day):
            for node in both:
                step(at(ada, node), wait)
            for page in pages:
                assert page.push("notice")["what"] == "remind"
                page.barrier()
                assert not [one for one in page.pushes if one["push"] == "notice"]
            assert hook.take()[1]["what"] == "remind"
            for node in both:
                # Waits until earlier writes of the node are done.
                at(ada, node)("rename", name="Ada")
        assert hook.got.qsize() == 0
    hook.shutdown()


def test_clocks_stop_while_no_node_is_up(program):
    """Also when the only node restarts before its heartbeat is overdue."""
    with Cluster(program, 1) as cluster:
        ada, bruno, table = two_at_table(cluster.nodes[0], clock={"game": 3600})
        seat = Seat(ada.socket(), table, 1)
        cluster.nodes.pop().kill()
        seat.open(at(ada, cluster.add()).socket())
        while [item["table"] for item in seat.told if "table" in item] != ["pause", "resume"]:
            seat.wait()


def test_another_key_is_refused(program):
    with Cluster(program, 1):
        try:
            Server(program, f"--store={clusters.DATABASE.url}")
            raise AssertionError("it started")
        except RuntimeError as problem:
            assert "secret.key" in str(problem), problem


def test_unsynchronised_commits_print_a_warning(program):
    with Cluster(program, 1) as cluster:
        # It answers as soon as it handles signals.
        assert cluster.nodes[0].get("/healthz")[0].status == 200
        said = cluster.nodes[0].stop()
        assert "synchronous" in said, said


def test_many_nodes_start_at_once(program):
    clusters.DATABASE.sql("DROP SCHEMA IF EXISTS lanterne CASCADE")
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "secret.key"), "wb") as key:
            key.write(bytes(32))
        nodes, problems = [], []

        def start():
            try:
                nodes.append(Server(program, f"--store={clusters.DATABASE.url}", data=folder))
            except RuntimeError as problem:
                problems.append(problem)

        threads = [threading.Thread(target=start) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for node in nodes:
            node.stop()
        assert not problems, problems


def test_the_database_goes_and_comes_back(program):
    with Cluster(program, 2) as cluster:
        people, table = table_on(cluster.nodes, clock={"game": 600})
        seats = seats_of(people, table)
        clusters.DATABASE.signal(signal.SIGINT)
        # Clients get a notice, a move is refused or waits, and /healthz fails. On a busy machine a node may
        # have reported a slow database before; finally it reports the lost one.
        for seat, node in zip(seats, cluster.nodes):
            told_away(seat.connection)
            until(lambda: node.get("/healthz")[0].status == 503, "it is not away")
        refused("storage", people[0], "info", table=table)
        clusters.DATABASE.start()
        for seat, node in zip(seats, cluster.nodes):
            told_back(seat.connection)
            until(lambda: node.get("/healthz")[0].status == 200, "it is not back")
        lantern.play(seats, chooser(4))
        notices = [item["table"] for item in seats[0].told if "table" in item]
        assert "pause" in notices and "resume" in notices, notices


def test_a_database_that_does_not_answer(program):
    with Cluster(program, 2) as cluster:
        people, table = table_on(cluster.nodes)
        seats = seats_of(people, table)
        with clusters.DATABASE.standing_still():
            # A move sent meanwhile is played later, or refused.
            seat = next(seat for seat in seats if seat.asked())
            asked = seat.connection.ask("move", table=table, seat=seat.seat, action=seat.ask["actions"][0],
                                        decision=seat.ask["decision"], move="slow")
            for one in seats:
                told_away(one.connection)
        for one, node in zip(seats, cluster.nodes):
            told_back(one.connection)
            until(lambda: node.get("/healthz")[0].status == 200, "it is not back")
        answer = seat.connection.answer(asked)
        assert answer["ok"] or answer["error"]["code"] == "storage", answer
        lantern.play(seats, chooser(8))


@contextlib.contextmanager
def nginx(nodes):
    """nginx with the configuration of docs/operations.md in front of two nodes; yields its address."""
    port = free_port()
    conf = proxies.block("# nginx: several nodes", ("10.0.0.1:8710", f"127.0.0.1:{nodes[0].port}"),
                         ("10.0.0.2:8710", f"127.0.0.1:{nodes[1].port}"), ("listen 443 ssl;", f"listen 127.0.0.1:{port};"))
    conf = "\n".join(line for line in conf.splitlines() if "ssl_certificate" not in line)
    with tempfile.TemporaryDirectory() as folder, proxies.nginx(folder, conf):
        yield Proxy(port)


def test_a_node_dies_behind_nginx(program):
    with Cluster(program, 2, "--proxy") as cluster, nginx(cluster.nodes) as door:
        ada, bruno, table = two_at_table(door)
        seats = seats_of((ada, bruno), table)
        choose = chooser(6)
        some_moves(seats, choose)
        cluster.nodes.pop(0).kill()
        for seat, person in zip(seats, (ada, bruno)):
            seat.drain()
            seat.open(person.socket())
        lantern.play(seats, choose)


def test_an_upgrade_behind_nginx(program):
    """The nodes are restarted one after the other at their addresses while games are played; an earlier
    game continues afterwards."""
    with Cluster(program, 0, "--proxy") as cluster:
        both = [cluster.add() for _ in range(2)]
        with nginx(both) as door:
            ada, bruno, table = two_at_table(door)
            seats = seats_of((ada, bruno), table)
            choose = chooser(2)
            some_moves(seats, choose)
            for number, node in enumerate(both, 1):
                games = Round(lambda: [door], number)
                games.wait(lambda: games.moves() >= 10)
                node.stop()
                node.start()
                until(lambda: node.get("/healthz")[0].status == 200, "the new one is not ready")
                games.check()
            for seat, person in zip(seats, (ada, bruno)):
                seat.drain()
                seat.open(person.socket())
            lantern.play(seats, choose)


def test_abandoned_tables_expire(program):
    with Cluster(program, 0, "--idle-days=10") as cluster:
        abandon(cluster.add(hooks=1))


if __name__ == "__main__":
    with Database() as clusters.DATABASE:
        lantern.Tap(globals(), sys.argv[1])
