"""A subject from outside is found by its name alone, imported only when it is asked for, and never in another's place."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from ditto.state.errors import BadRequest, BadSettings
from ditto.tools.creation import NewSource, create_demo, create_task, find_demo
from ditto.tools.domains import domain_names, examined, load_domain
from ditto.tools.settings import load_settings, load_subjects
from ditto.tools.subjects import Subjects
from ditto.tools.task_files import TaskFiles
from ditto.tools.workspace import Workspace

WHOLE = """
from ditto.tools.domains import load_domain


class Subject(type(load_domain("monthly_report"))):
    name = "weather_report"
    demos = {"rain": load_domain("monthly_report").demos["generate"]}


domain = Subject()
"""
Make = Callable[..., Path]


@pytest.fixture
def settings_file(tmp_path: Path) -> Make:
    """Write a settings file that names these subjects, in a folder of its own."""

    def write(name: str = "ditto.yaml", **domains: str) -> Path:
        scripted = {"base_url": "http://127.0.0.1:1/v1", "model": "scripted"}
        path = tmp_path / name
        path.write_text(
            yaml.safe_dump({"model": {"provider": "one"}, "providers": {"one": scripted}, "domains": domains})
        )
        return path

    return write


@pytest.fixture
def module(tmp_path: Path) -> Make:
    """Write a module, or a package's first file."""

    def write(text: str = WHOLE, name: str = "rain.py") -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    return write


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Install a distribution with an entry point: its metadata and module, on a path of its own."""

    def install(dist: str = "rain", value: str = "rain_package:domain", text: str = WHOLE, name: str = "") -> Path:
        folder = tmp_path / f"site-{dist}"
        info = folder / f"{dist}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[ditto.domains]\n{name or 'weather_report'} = {value}\n")
        (folder / f"{value.partition(':')[0]}.py").write_text(text)
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.delitem(sys.modules, value.partition(":")[0], raising=False)
        return folder

    return install


def test_a_package_at_a_path_is_loaded_with_its_own_modules_and_nothing_beside_it(
    module: Make, settings_file: Make
) -> None:
    module("NUMBER = 1", "rain/number.py")
    module("from .number import NUMBER\n" + WHOLE, "rain/__init__.py")
    before = list(sys.path)
    subjects = load_settings(settings_file(weather_report="./rain")).subjects
    assert load_domain("weather_report", subjects).name == "weather_report"
    assert load_domain("weather_report", subjects) is load_domain("weather_report", subjects)
    assert sys.path == before and "rain" not in sys.modules


def test_a_path_is_relative_to_the_settings_file_and_a_module_file_will_do(
    module: Make, settings_file: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module()
    path = settings_file(weather_report="rain.py")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert load_domain("weather_report", load_subjects(path)).name == "weather_report"


def test_a_module_at_a_path_stands_in_no_other_modules_way(module: Make, settings_file: Make) -> None:
    module("raise AssertionError('a module beside the subject was imported')", "json.py")
    module("raise AssertionError('a module beside the subject was imported')", "ditto.py")
    module("import json, ditto\n" + WHOLE)
    held = {name: sys.modules[name] for name in ("json", "ditto")}
    load_domain("weather_report", load_subjects(settings_file(weather_report="rain.py")))
    assert {name: sys.modules[name] for name in held} == held


def test_an_entry_point_is_found_by_its_name_and_imported_when_it_is_asked_for(installed: Make) -> None:
    installed()
    assert "weather_report" in domain_names()
    assert "rain_package" not in sys.modules
    assert load_domain("weather_report").name == "weather_report"
    assert "rain_package" in sys.modules


def test_a_subject_that_is_not_asked_for_is_not_imported(module: Make, settings_file: Make, installed: Make) -> None:
    installed(text="raise AssertionError('imported')", name="other_report")
    module("raise AssertionError('imported')")
    subjects = load_subjects(settings_file(weather_report="rain.py"))
    assert load_domain("monthly_report", subjects).name == "monthly_report"
    assert find_demo("generate", subjects)[0] == "monthly_report"
    assert domain_names(subjects)[-2:] == ("other_report", "weather_report")


def test_two_settings_in_one_process_have_their_own_subjects(module: Make, settings_file: Make, tmp_path: Path) -> None:
    module(WHOLE + "domain.of = 'one'", "one.py")
    module(WHOLE + "domain.of = 'two'", "two.py")
    one = load_settings(settings_file("one.yaml", weather_report="one.py"))
    two = load_settings(settings_file("two.yaml", weather_report="two.py"))
    found: list[Any] = [load_domain("weather_report", settings.subjects) for settings in (one, two, one)]
    assert [domain.of for domain in found] == ["one", "two", "one"]
    with pytest.raises(BadRequest, match="there is no such domain"):
        load_domain("weather_report")


def test_a_task_of_an_outside_subject_is_made_and_opened_with_its_settings_and_refused_without(
    module: Make, settings_file: Make, tmp_path: Path
) -> None:
    module()
    subjects = load_settings(settings_file(weather_report="rain.py")).subjects
    request = create_demo(tmp_path / "task", "rain", subjects=subjects)
    assert request.domain == Workspace(tmp_path / "task", subjects=subjects).domain.name == "weather_report"
    with pytest.raises(BadRequest, match=r"there is no such domain.*monthly_report"):
        Workspace(tmp_path / "task")


@pytest.mark.parametrize("domain", ["rain", "./rain.py", "rain:domain", "/tmp/rain", "ditto.cli", "os"])
def test_a_request_can_name_a_subject_and_never_a_path_or_a_module(
    domain: str, module: Make, settings_file: Make, tmp_path: Path
) -> None:
    module("raise AssertionError('a request loaded a path')")
    module("raise AssertionError('a request loaded a path')", "rain/__init__.py")
    source = NewSource("sales", "sales.csv", b"month,grossCents,refundCents\n")
    with pytest.raises(BadRequest):
        create_task(tmp_path / "task", domain=domain, goal="Report.", sources=[source])
    request = create_demo(tmp_path / "known", "generate").model_copy(update={"domain": domain})
    with pytest.raises(BadRequest, match="there is no such domain"):
        TaskFiles(tmp_path / "known", request)


TWICE = r"two subjects have the name {}: found the other is .*{}.*, expected one of them; .*{}"


def test_a_path_may_not_have_the_name_of_a_built_in_subject(module: Make, settings_file: Make) -> None:
    module()
    subjects = load_subjects(settings_file(monthly_report="rain.py"))
    message = TWICE.format("monthly_report", "built in", "remove domains.monthly_report from")
    with pytest.raises(BadSettings, match=message):
        load_domain("monthly_report", subjects)


def test_a_path_may_not_have_the_name_of_a_brief(module: Make, settings_file: Make) -> None:
    module()
    with pytest.raises(BadSettings, match="two subjects have the name release_brief"):
        load_domain("release_brief", load_subjects(settings_file(release_brief="rain.py")))


def test_an_entry_point_may_not_have_the_name_of_a_built_in_subject(installed: Make) -> None:
    installed(name="monthly_report")
    with pytest.raises(BadSettings, match=TWICE.format("monthly_report", "built in", "pip uninstall rain")):
        load_domain("monthly_report")


def test_two_installed_packages_may_not_bring_the_same_name(installed: Make) -> None:
    installed("rain", "rain_package:domain")
    installed("snow", "snow_package:domain")
    with pytest.raises(BadSettings, match=r"(rain|snow) 1.0: two subjects.*(rain|snow) 1.0, .*pip uninstall"):
        load_domain("weather_report")


def test_a_path_and_an_entry_point_may_not_have_the_same_name(
    module: Make, settings_file: Make, installed: Make
) -> None:
    module()
    installed()
    with pytest.raises(
        BadSettings, match=r"domains.weather_report \(.*entry point weather_report = rain_package:domain"
    ):
        load_domain("weather_report", load_subjects(settings_file(weather_report="rain.py")))


BROKEN = {
    "a module that raises": (
        "raise KeyError('rain')",
        r"cannot be imported: found KeyError: 'rain' \(rain.py, line 1\)",
    ),
    "a module that ends the program": ("raise SystemExit(3)", r"cannot be imported: found SystemExit: 3"),
    "a module that cannot be read": ("def", r"cannot be imported: found SyntaxError"),
    "a module without an import": ("import no_such_thing", r"ModuleNotFoundError: No module named 'no_such_thing'"),
    "a module without a subject": ("", "the module has no subject: found no 'domain' in rain.py"),
    "a subject without members": (
        "class A:\n  name = 'weather_report'\ndomain = A()",
        r"A without check, demos, .*schema",
    ),
    "a subject of another name": (
        WHOLE.replace('"weather', '"snow'),
        r"found 'snow_report', expected 'weather_report'",
    ),
    "a member that raises": (
        WHOLE.replace("name =", "name = property(lambda self: 1 / 0)\n    other ="),
        "ZeroDivision",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_subject_is_refused_in_one_line_that_says_where_it_stands(
    kind: str, module: Make, settings_file: Make
) -> None:
    text, message = BROKEN[kind]
    path = module(text)
    with pytest.raises(BadSettings, match=message) as refused:
        load_domain("weather_report", load_subjects(settings_file(weather_report="rain.py")))
    assert str(path) in str(refused.value) and "domains.weather_report" in str(refused.value)
    assert "expected" in str(refused.value) and len(str(refused.value).splitlines()) == 1


def test_a_subject_that_could_not_be_imported_is_tried_again_once_it_is_mended(
    module: Make, settings_file: Make
) -> None:
    module("NUMBER = 1", "rain/number.py")
    module("from . import number\nraise KeyError", "rain/__init__.py")
    subjects = load_subjects(settings_file(weather_report="rain"))
    with pytest.raises(BadSettings):
        load_domain("weather_report", subjects)
    module("from .number import NUMBER\n" + WHOLE + "domain.of = NUMBER", "rain/__init__.py")
    module("NUMBER = 22", "rain/number.py")
    found: Any = load_domain("weather_report", subjects)
    assert found.of == 22


@pytest.mark.parametrize("path", ["nothing", "nothing.py", "rain.txt", "folder"])
def test_a_path_without_a_module_is_refused_by_its_name(path: str, module: Make, settings_file: Make) -> None:
    module("", "rain.txt")
    module("", "folder/other.py")
    with pytest.raises(BadSettings, match=rf"{path}\): no subject stands at this path"):
        load_domain("weather_report", load_subjects(settings_file(weather_report=path)))


@pytest.mark.parametrize("value", ["no_such_package:domain", "rain_package:nothing"])
def test_a_broken_entry_point_is_refused_in_one_line(value: str, installed: Make) -> None:
    installed(value=value)
    (Path.cwd() / "site-rain" / "no_such_package.py").unlink(missing_ok=True)
    with pytest.raises(BadSettings, match=r"the entry point weather_report = .* of rain 1.0: the subject"):
        load_domain("weather_report")


def test_a_demo_that_is_not_found_names_the_subjects_that_could_not_be_asked(module: Make, settings_file: Make) -> None:
    module("raise KeyError")
    with pytest.raises(BadRequest, match=r"expected .*flawed-draft .* or one of weather_report, which is not usable"):
        find_demo("rain", load_subjects(settings_file(weather_report="rain.py")))


def test_every_subject_is_examined_and_a_broken_one_keeps_no_other_from_it(module: Make, settings_file: Make) -> None:
    module("raise KeyError", "broken.py")
    module()
    subjects = load_subjects(settings_file(weather_report="rain.py", broken_report="broken.py"))
    found = {place.name: fault is None for place, fault in examined(subjects)}
    assert found["monthly_report"] and found["weather_report"] and not found["broken_report"]


@pytest.mark.parametrize("text", ["model: {}\nproviders: 3\nunknown: 1\ndomains: {weather_report: rain.py}\n"])
def test_the_rest_of_the_settings_may_be_broken_where_only_subjects_are_read(
    text: str, module: Make, tmp_path: Path
) -> None:
    module()
    (tmp_path / "ditto.yaml").write_text(text)
    assert load_domain("weather_report", load_subjects()).name == "weather_report"
    with pytest.raises(BadSettings):
        load_settings()


@pytest.mark.parametrize("text", ["domains: [", "domains: 3", "domains: {Weather: rain.py}", "- 1"])
def test_settings_that_cannot_be_read_are_a_fault_for_subjects_from_outside_alone(text: str, tmp_path: Path) -> None:
    (tmp_path / "ditto.yaml").write_text(text)
    subjects = load_subjects()
    assert load_domain("monthly_report", subjects).name == "monthly_report"
    with pytest.raises(BadSettings, match=r"ditto.yaml"):
        load_domain("weather_report", subjects)


def test_the_environment_may_name_a_subject_too(module: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    module()
    monkeypatch.setenv("DITTO_DOMAINS__WEATHER_REPORT", "rain.py")
    assert load_domain("weather_report", load_subjects()).name == "weather_report"
    assert load_domain("weather_report", load_settings().subjects).name == "weather_report"


def test_subjects_are_a_value_that_compares_by_what_it_names() -> None:
    assert Subjects({"rain": Path("rain")}) == Subjects({"rain": Path("rain")}) != Subjects()
