"""The part of the conformance suite of `MemoryStore` that tries documents and how they are read."""

import asyncio

from ditto.state.errors import Tampered
from ditto.tools.memory import Document
from ditto.tools.memory_trial import LIMIT, TASK, Check, Make, call, opened, refused, reserved

BODY = {"draftId": TASK, "list": [1, 2.5, None, True], "text": "\u00e4\u4e2d"}


def documents(*names: str) -> tuple[Document, ...]:
    """Return a version of each name."""
    return tuple(Document("version", name, {"name": name}) for name in names)


async def a_document_is_put_once(make: Make) -> None:
    """The same document again changes nothing; another under its name is refused, and the first stays."""
    one, other = Document("draft", "one", BODY), Document("proof", "one", {"another": "kind"})
    async with opened(make) as store:
        assert await store.news(0) == (0, (), 0), "nothing is there before"
        first = await store.put(one)
        assert await store.put(Document("draft", "one", dict(reversed(BODY.items())))) == first, "it keeps its place"
        assert await store.put(other) > first, "a name is another one under another kind"
        with refused(Tampered, "another document under the same name is refused"):
            await store.put(Document("draft", "one", {**BODY, "text": "other"}))
        assert (await store.news(0)).documents == (one, other), "the first document stays"


async def documents_stand_in_order(make: Make) -> None:
    """Documents are returned as they were first saved, over all openings."""
    async with opened(make) as store:
        for one in documents("b", "a"):
            await store.put(one)
    async with opened(make) as store:
        last = await store.put(*documents("0", "z"))
        assert await store.put(*documents("b")) < last, "a document keeps its place"
        news = await store.news(0)
        assert news.documents == documents("b", "a", "0", "z"), "documents keep the order of their saving"
        assert news.position == last, "the position is that of the last"


async def reading_goes_on_from_a_position(make: Make) -> None:
    """After a position only later documents are returned, by `news` and `step` alike, with the calls reserved by then."""
    async with opened(make) as store:
        first = await store.put(*documents("1"))
        assert await store.news(first) == (first, (), 0), "nothing is new after the last"
        await reserved(store, call())
        second = await store.put(*documents("2", "3"))
    async with opened(make) as store:
        new = (second, documents("2", "3"), 1)
        assert await store.news(first) == new, "what was saved since is new"
        assert await store.step(LIMIT, "report", first) == new, "a step tells the same"


async def documents_put_together_are_one_write(make: Make) -> None:
    """Where one of several documents is refused, or the saving is cancelled anywhere, all are saved or none."""
    async with opened(make) as store:
        await store.put(*documents("1"))
        with refused(Tampered, "a document among others is refused"):
            await store.put(*documents("2"), Document("version", "1", {}), *documents("3"))
        assert (await store.news(0)).documents == documents("1"), "nothing is saved beside a refused document"
    for turns in range(6):
        names = (f"{turns}-a", f"{turns}-b")
        async with opened(make) as store:
            putting = asyncio.ensure_future(store.put(*documents(*names)))
            for _ in range(turns):
                await asyncio.sleep(0)
            putting.cancel()
            await asyncio.wait([putting])
        async with opened(make) as store:
            held = {one.name for one in (await store.news(0)).documents}
            assert len(held & set(names)) in (0, 2), "of two documents one alone is saved"


DOCUMENT_CHECKS: tuple[Check, ...] = (
    a_document_is_put_once,
    documents_stand_in_order,
    reading_goes_on_from_a_position,
    documents_put_together_are_one_write,
)
