"""What a run of any family has beside its records: a model, a context, the lock, and the rules that its guard asks."""

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from ditto.agents.events import Observer, silent
from ditto.agents.ledger import Ledger, W
from ditto.state.errors import Stop, Tampered
from ditto.state.record import Record
from ditto.tools.context import Context
from ditto.tools.locks import TaskLock
from ditto.tools.memory import Document
from ditto.tools.models import ChatModel

MAX_STEPS = 1_024
"""Graph steps of a task, over all its resumptions (contract, section 2)."""


@dataclass(kw_only=True)
class Engine(Ledger[W], ABC):
    """The collaborators of one opened task."""

    context: Context
    writer: ChatModel
    lock: TaskLock
    observe: Observer = silent
    max_steps: int = MAX_STEPS
    manifest_key: str | None = field(default=None, repr=False)
    """Signs the manifest of a finished task, where one is set."""
    run: str = field(default_factory=lambda: secrets.token_hex(8))
    """The id of this opening of the task, recorded with every call."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One node at a time, however many callers run the graph."""

    @property
    @abstractmethod
    def max_calls(self) -> int:
        """How many model calls the task may reserve."""

    @property
    @abstractmethod
    def reasons(self) -> tuple[str, ...]:
        """The reasons for which this family's tasks end."""

    @abstractmethod
    def require_admission(self) -> None:
        """Raise Stop where no further model call is admitted."""

    @abstractmethod
    def position(self, state: Mapping[str, object]) -> Mapping[str, object]:
        """Return what Memory holds for each key of a graph's state that names something."""

    @abstractmethod
    def report(self) -> Record | None:
        """Return the saved report of an ended task."""

    def left(self) -> float | None:
        """Return the seconds to the deadline, or None where there is none."""
        return None

    def require_usable(self) -> None:
        """Raise BadSettings where a model that the task needs cannot be asked."""
        self.writer.require_usable()

    def stop(self) -> Stop | None:
        """Return the saved stop of a task that ends."""
        document = self.held.get("stop", "final")
        if document is not None and document["reason"] not in self.reasons:
            raise Tampered("Memory holds no reason to stop", where=self.workspace.directory, found=document["reason"])
        return None if document is None else Stop(document["reason"], document["detail"])

    async def keep_stop(self, stop: Stop) -> None:
        """Save why the task ends; nothing in the graph's state can claim another end."""
        await self.held.put(Document("stop", "final", {"reason": stop.reason, "detail": str(stop)}))

    async def close(self) -> None:
        """Close what the run has started, Memory aside."""
        await self.writer.close()
        await self.context.close()
