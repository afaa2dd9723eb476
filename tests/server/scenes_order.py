"""A recorded scene of order at a table: blocks, a report, unwanted words."""

from scenes_games import scene

MANOR = {"game": "manor", "seats": 2}


@scene(seed=97)
def order(world):
    ada, bruno = world.client("Ada"), world.client("Bruno")
    table = ada("create", settings=MANOR)["table"]["table"]
    bruno("sit", table=table, seat=2)
    line = ada.line()
    line("open", table=table, seat=1)
    bruno.fails("words", table=table, words=["zut"])
    line.fails("words", table=table, words=["!"])
    line("words", table=table, words=["zut"])
    bruno("chat", table=table, seat=2, text="Zut alors")
    line("chats", table=table, seat=1)
    line.fails("report", table=table, seat=1, whom=1, reason="spam")
    line.fails("report", table=table, seat=1, whom=2, reason="ugly")
    line("report", table=table, seat=1, whom=2, reason="spam", text="again")
    line.fails("block", table=table, seat=1, whom=1)
    line("block", table=table, seat=1, room="players", line=1)
    bruno("chat", table=table, seat=2, text="not heard")
    line("chats", table=table, seat=1)
    other = ada("create", settings=MANOR)["table"]["table"]
    bruno.fails("sit", table=other, seat=2)
    [block] = line("blocks")["blocks"]
    line.fails("unblock", ref="nobody")
    line("unblock", ref=block["ref"])
    line("chats", table=table, seat=1)
    line("order-seen")
