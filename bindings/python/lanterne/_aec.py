"""The base class of environments: PettingZoo's AECEnv where it is installed, else one with the same
interface."""

from __future__ import annotations

from typing import Any, Iterator

try:
    from pettingzoo import AECEnv as Base
except ImportError:

    class Base:  # type: ignore[no-redef]
        """Agents act one after the other: agent_selection is asked, last() tells it, step() answers."""

        metadata: dict[str, Any]
        agents: list[str]
        possible_agents: list[str]
        agent_selection: str
        rewards: dict[str, float]
        terminations: dict[str, bool]
        truncations: dict[str, bool]
        infos: dict[str, dict[str, Any]]
        _cumulative_rewards: dict[str, float]

        @property
        def num_agents(self) -> int:
            """Agents still in the game."""
            return len(self.agents)

        @property
        def max_num_agents(self) -> int:
            """Agents at the beginning."""
            return len(self.possible_agents)

        @property
        def unwrapped(self) -> "Base":
            """The environment itself."""
            return self

        def observe(self, agent: str) -> Any:
            raise NotImplementedError

        def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            """Observation, reward since its last action, terminated, truncated, info of the selected
            agent."""
            agent = self.agent_selection
            seen = self.observe(agent) if observe else None
            return (seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent],
                    self.infos[agent])

        def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
            """The selected agent, again and again, until all are done; step() must be called in between."""
            while self.agents and max_iter > 0:
                max_iter -= 1
                yield self.agent_selection

        def __str__(self) -> str:
            return str(self.metadata["name"])
