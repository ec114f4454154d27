"""Settings come from the environment, then .env, then the file; what is not known is refused by its name."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from ditto.state.errors import BadSettings
from ditto.tools.settings import load_settings

ONE = {"base_url": "http://127.0.0.1:1/v1", "model": "one"}
DOCUMENT: dict[str, Any] = {
    "model": {"provider": "first"},
    "providers": {"first": ONE, "second": {**ONE, "model": "two", "api_key_env": "SECOND_KEY"}},
    "context": {"ttl_seconds": 60, "key_prefix": "file"},
    "limits": {"max_rounds": 3},
}


def file(folder: Path, document: Any = None, **sections: Any) -> Path:
    """A settings file of the document with these sections in place of its own."""
    path = folder / "settings.yaml"
    path.write_text(yaml.safe_dump({**DOCUMENT, **sections} if document is None else document))
    return path


def test_the_file_is_read_and_what_it_leaves_out_has_a_default(tmp_path: Path) -> None:
    settings = load_settings(file(tmp_path))
    assert (settings.model.provider, settings.context.ttl_seconds, settings.limits.max_rounds) == ("first", 60, 3)
    assert (settings.limits.max_model_calls, settings.network.allow) == (8, ("127.0.0.1", "localhost"))
    assert (settings.context.url, settings.review_model, settings.origin) == (
        None,
        None,
        str(tmp_path / "settings.yaml"),
    )


def test_a_path_wins_over_the_folders_own_file_and_that_over_the_packaged_one(tmp_path: Path) -> None:
    assert load_settings().origin == "the packaged ditto.yaml"
    (tmp_path / "ditto.yaml").write_text(yaml.safe_dump({**DOCUMENT, "model": {"provider": "second"}}))
    assert (load_settings().model.provider, load_settings().origin) == ("second", "ditto.yaml")
    assert load_settings(file(tmp_path)).model.provider == "first"


def test_the_packaged_settings_are_complete_and_reach_no_host_but_this_machine() -> None:
    settings = load_settings()
    assert settings.providers[settings.model.provider].kind == "embedded"
    assert settings.network.allow == ("127.0.0.1", "localhost")
    assert (settings.context.url, settings.review_model) == (None, None)


def test_the_environment_wins_over_dotenv_and_that_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file(tmp_path)
    assert load_settings(path).context.key_prefix == "file"
    (tmp_path / ".env").write_text("DITTO_CONTEXT__KEY_PREFIX=dotenv\nDITTO_LIMITS__MAX_ROUNDS=5\n")
    assert load_settings(path).context.key_prefix == "dotenv"
    monkeypatch.setenv("DITTO_CONTEXT__KEY_PREFIX", "environment")
    settings = load_settings(path)
    assert (settings.context.key_prefix, settings.limits.max_rounds, settings.context.ttl_seconds) == (
        "environment",
        5,
        60,
    )


def test_a_variable_changes_one_key_and_keeps_those_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DITTO_PROVIDERS__FIRST__MODEL", "three")
    monkeypatch.setenv("DITTO_NETWORK__ALLOW", '["h.invalid"]')
    settings = load_settings(file(tmp_path))
    assert (settings.providers["first"].model, settings.providers["first"].base_url) == ("three", ONE["base_url"])
    assert (settings.providers["second"].model, settings.network.allow) == ("two", ("h.invalid",))


def test_the_variable_of_redis_wins_over_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file(tmp_path, context={"redis": "redis://file:1/0", "ttl_seconds": 60})
    assert load_settings(path).context.url == "redis://file:1/0"
    monkeypatch.setenv("DITTO_CONTEXT__REDIS", "redis://section:1/0")
    assert load_settings(path).context.url == "redis://section:1/0"
    monkeypatch.setenv("DITTO_WORKER_CONTEXT_REDIS_URL", "redis://worker:1/0")
    settings = load_settings(path)
    assert (settings.context.url, settings.context.ttl_seconds) == ("redis://worker:1/0", 60)


def test_the_variable_of_redis_is_read_from_dotenv_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DITTO_WORKER_CONTEXT_REDIS_URL=redis://dotenv:1/0\n")
    assert load_settings(file(tmp_path)).context.url == "redis://dotenv:1/0"


def test_keys_are_read_from_the_environment_and_dotenv_and_are_shown_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("SECOND_KEY=from-dotenv\nOTHER_KEY=other\n")
    monkeypatch.setenv("SECOND_KEY", "sk-from-environment")
    settings = load_settings(file(tmp_path))
    assert (settings.variable("SECOND_KEY"), settings.variable("OTHER_KEY")) == ("sk-from-environment", "other")
    assert settings.variable("NO_KEY") is None
    shown = f"{settings!r} {settings.model_dump()} {settings.model_dump_json()}"
    assert "sk-from-environment" not in shown and "SECOND_KEY" in shown


@pytest.mark.parametrize(
    "variable",
    [
        "DITTO_MODLE__PROVIDER",
        "DITTO_CONTEXT_REDIS",
        "DITTO_X",
        "DITTO_ORIGIN",
        "DITTO_CONTEXT__REDIIS",
        "DITTO_MODEL__X",
    ],
)
@pytest.mark.parametrize("place", ["environment", "dotenv"])
def test_an_unknown_variable_is_refused_by_its_name(
    variable: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place == "environment":
        monkeypatch.setenv(variable, "value")
    else:
        (tmp_path / ".env").write_text(f"{variable}=value\n")
    with pytest.raises(BadSettings) as refused:
        load_settings(file(tmp_path))
    assert variable.rpartition("__")[2].casefold() in str(refused.value).casefold()


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown section": ({"modle": {}}, "modle: this key is not known"),
    "an unknown key": ({"context": {"rediis": "x"}}, "context.rediis: this key is not known"),
    "an unknown key of a provider": (
        {"providers": {"first": {**ONE, "modle": "x"}}},
        "providers.first.modle: this key",
    ),
    "a key in the file": ({"providers": {"first": {**ONE, "api_key": "sk-1"}}}, "providers.first.api_key: this key"),
    "a provider without an address": (
        {"providers": {"first": {"model": "m"}}},
        "providers.first: .*base_url and model",
    ),
    "an unknown kind": ({"providers": {"first": {**ONE, "kind": "magic"}}}, "providers.first.kind"),
    "a model that is not configured": (
        {"model": {"provider": "third"}},
        "no such provider: found 'third', expected first",
    ),
    "a reviewer that is not configured": ({"review_model": {"provider": "third"}}, "no such provider: found 'third'"),
    "no time to live": ({"context": {"ttl_seconds": 0}}, "context.ttl_seconds: .*found 0"),
    "too many rounds": ({"limits": {"max_rounds": 17}}, "limits.max_rounds: .*found 17"),
    "too many calls": ({"limits": {"max_model_calls": 101}}, "limits.max_model_calls"),
    "a wrong digest": ({"providers": {"first": {**ONE, "sha256": "abc"}}}, "providers.first.sha256"),
    "a prefix with a space": ({"context": {"key_prefix": "a b"}}, "context.key_prefix"),
}


@pytest.mark.parametrize(("sections", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_fit_is_refused_with_its_key(sections: dict[str, Any], reason: str, tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=reason) as refused:
        load_settings(file(tmp_path, **sections))
    assert str(tmp_path / "settings.yaml") in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "[]", "text", "a: [", "model: {provider: first}\n\tx: 1", "!!python/object:os.x {}"]
)
def test_a_file_that_is_no_mapping_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "settings.yaml").write_text(text)
    with pytest.raises(BadSettings, match=r"settings\.yaml"):
        load_settings(tmp_path / "settings.yaml")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes(b"model: \xe9")
    for name, reason in (("missing.yaml", "No such file"), ("latin.yaml", "not UTF-8 text"), (".", "Is a directory")):
        with pytest.raises(BadSettings, match=reason):
            load_settings(tmp_path / name)


def test_a_provider_is_found_by_name_else_the_configured_one(tmp_path: Path) -> None:
    settings = load_settings(file(tmp_path, review_model={"provider": "second"}))
    assert [settings.provider(None)[0], settings.provider(None, review=True)[0]] == ["first", "second"]
    assert [settings.provider("second")[0], settings.provider("first", review=True)[0]] == ["second", "first"]
    with pytest.raises(BadSettings, match="no such provider: found 'x', expected first or second"):
        settings.provider("x")
