"""The part of `ditto doctor` that imports every subject: where each comes from, and what keeps one from being used."""

from collections.abc import Iterator

from ditto.cli.diagnosis import Check
from ditto.tools.domains import domain_names, examined, load_domain
from ditto.tools.subjects import Subjects


def subject_checks(subjects: Subjects) -> Iterator[Check]:
    """Yield a finding a subject, and one for each demo that another subject's hides."""
    if subjects.fault is not None:
        yield Check(
            name="subjects",
            state="failed",
            found=str(subjects.fault),
            mend="correct the section domains of the settings",
        )
    usable: list[str] = []
    for place, fault in examined(subjects):
        if fault is None:
            usable.append(place.name)
            yield Check(name=f"subject {place.name}", state="ok", found=place.where)
        else:
            mend = f"correct what is named, or {place.removal}"
            yield Check(name=f"subject {place.name}", state="failed", found=str(fault), mend=mend)
    yield from _hidden_demos(subjects, usable)


def _hidden_demos(subjects: Subjects, usable: list[str]) -> Iterator[Check]:
    first: dict[str, str] = {}
    for name in (one for one in domain_names(subjects) if one in usable):
        for scenario in load_domain(name, subjects).demos:
            if first.setdefault(scenario, name) != name:
                found = f"{name} has a demo {scenario}, which `ditto demo` makes of {first[scenario]}"
                yield Check(name=f"subject {name}", state="warning", found=found, mend="give it another name")
