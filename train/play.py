"""Games for training: a learner, or a teacher with some moves at random, over lanterne.vector."""

import numpy as np
import torch

import lanterne


class Course:
    """Decisions of `rounds` steps in each game of a vector, those whose game ended in time: `cells`, `masks`,
    the `actions` played, the `wanted` ones of a teacher, `chance` of the action played when it was, `judged`
    the chance to win as the net saw it, and `won`, the seat's share of the victory."""

    def __init__(self, **arrays):
        self.__dict__.update(arrays)

    def __len__(self):
        return len(self.won)

    @staticmethod
    def joined(courses):
        return Course(**{name: np.concatenate([getattr(course, name) for course in courses]) for name in courses[0].__dict__})


def shares(games, cooperative):
    """What each seat won of a game that has ended."""
    won = games.rewards.copy()
    return won if cooperative else won / np.maximum(won.sum(axis=1, keepdims=True), 1)


def choose(net, games, dice):
    """Draws an action of every game from the net's ratings; its chance, and the judged chance to win."""
    with torch.no_grad():
        logit, rating = net(torch.from_numpy(games.observations.copy()))
    rating = np.where(games.action_masks == 1, rating.numpy(), -np.inf)
    drawn = np.argmax(rating + dice.gumbel(size=rating.shape), axis=1)
    rating = rating - rating.max(axis=1, keepdims=True)
    chance = np.exp(rating) / np.exp(rating).sum(axis=1, keepdims=True)
    return drawn.astype(np.int32), chance[np.arange(len(drawn)), drawn], torch.sigmoid(logit).numpy()


def collect(games, net, dice, rounds, taught=False, strays=0.0, cooperative=False):
    """Plays on in all games. With `taught` the vector's teacher plays, but for a share `strays` of moves at
    random, and what it would have played there too is `wanted`."""
    seen = {name: [] for name in ("cells", "masks", "actions", "wanted", "chance", "judged", "seats", "dones", "results")}
    for _ in range(rounds):
        count = games.num_envs
        if taught:
            wanted = games.advise()
            stray = dice.random(count) < strays
            actions, chance, judged = np.where(stray, games.sample(), wanted), np.ones(count), np.full(count, 0.5)
        else:
            actions, chance, judged = choose(net, games, dice)
            wanted = actions
        for name, array in (("cells", games.observations), ("masks", games.action_masks), ("actions", actions), ("wanted", wanted),
                            ("chance", chance), ("judged", judged), ("seats", games.seats)):
            seen[name].append(np.array(array))
        games.step(actions)
        seen["dones"].append(games.dones == 1)
        seen["results"].append(shares(games, cooperative))
    stacked = {name: np.stack(part) for name, part in seen.items()}
    return resolved(stacked)


def resolved(seen):
    """The decisions whose game has ended, with what their seat won: walks backwards through the steps."""
    dones, results, seats = seen["dones"], seen["results"], seen["seats"]
    won, known = np.zeros(dones.shape, np.float32), np.zeros(dones.shape, bool)
    result, over = np.zeros_like(results[0]), np.zeros(dones.shape[1], bool)
    rows = np.arange(dones.shape[1])
    for step in reversed(range(len(dones))):
        result = np.where(dones[step][:, None], results[step], result)
        over |= dones[step]
        won[step], known[step] = result[rows, seats[step]], over
    return Course(won=won[known], **{name: seen[name][known] for name in ("cells", "masks", "actions", "wanted", "chance", "judged")})


def vectors(game, players, count, opponent, teacher):
    """The games of a learner: against an opponent one vector for each seat, else one in which it plays
    all."""
    learners = [[seat == own for seat in range(players)] for own in range(players)] if opponent else [None]
    made = []
    for own in learners:
        bots = own and [None if mine else opponent for mine in own]
        games = lanterne.vector(game, num_envs=max(1, count // len(learners)), players=players, bots=bots, forced=False)
        if teacher:
            games.teach(teacher)
        made.append(games)
    return made
