"""A recorded scene of the deal of the day. Only what is refused: everything else has numbers that follow from
the server's key file, which differs from run to run."""

from scenes_games import scene


@scene(seed=98)
def daily(world):
    ada = world.client("Ada")
    ada.fails("daily", date="yesterday")
    ada.fails("daily", date="1999-12-31")
    ada.fails("daily-start")
    ada.fails("daily-start", named=True)
