"""Lanterne's games for programs that learn.

    import lanterne
    env = lanterne.env("manor", players=3, options={"tie": "shared"})   # one game, PettingZoo's AEC
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else env.sample())

    games = lanterne.vector("manor", num_envs=1024, bots=[None, "rules"])  # many games, numpy arrays
    games.reset(seed=1)
    games.step(games.sample())

    lanterne.review(open("record.json").read(), seat=1)   # luck, the others, own play of a finished game

Needs the shared library, which is inside the wheel; else it is looked for in $LANTERNE_LIBRARY, in this
repository's build folder, and on the system's library path. PettingZoo and Gymnasium are used where they are
installed (lanterne.env is then a real AECEnv) and not needed; numpy is needed for arrays. docs/learning.md
explains it.
"""

from ._env import Env, env
from ._library import games, layout
from ._review import Review, review
from ._vector import Vector, vector

__all__ = ["Env", "Review", "Vector", "env", "games", "layout", "review", "vector"]
