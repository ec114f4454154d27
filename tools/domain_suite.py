"""The conformance suite of subjects: what passes every check brings what the engine asks for.

A subject is tried with its own demos and trials; nothing else is known of it:

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_my_subject(check: Check) -> None:
        check(domain)

Each check raises AssertionError, in a sentence, where a duty is not met. It needs no test runner: `for check in CHECKS: check(domain)`.
"""

import re

from typing_extensions import get_protocol_members

from ditto.state.canonical import NotStrict, canonical
from ditto.state.domain import Domain
from ditto.state.errors import BadRequest, BadSource
from ditto.state.evidence import Evidence, MissingData, Source
from ditto.state.record import Record
from ditto.tools.domain_draft_checks import DRAFT_CHECKS
from ditto.tools.domain_trial import DIGEST, Check, complete, fixtures, gathered, sources


def a_subject_has_every_member_of_the_protocol(domain: Domain) -> None:
    """The object has every member that `Domain` names, a name that a request can spell, and records of its own."""
    missing = [member for member in sorted(get_protocol_members(Domain)) if not hasattr(domain, member)]
    assert not missing, f"every member of Domain is there, missing {', '.join(missing)}"
    assert re.fullmatch(r"[a-z][a-z0-9_]{0,63}", domain.name), f"a name of a-z, 0-9 and _, found {domain.name!r}"
    for form in (domain.draft, domain.options):
        assert isinstance(form, type) and issubclass(form, Record), f"{form!r} is a class made of Record"


def a_subject_says_what_its_reports_rest_on(domain: Domain) -> None:
    """What was proven and what was judged is said, in a sentence and in short."""
    assert all(part.strip() for part in domain.grounds), "no part of the grounds is empty"


def options_have_defaults(domain: Domain) -> None:
    """A request that names no option is served."""
    try:
        domain.options.load({})
    except NotStrict as fault:
        raise AssertionError(f"no option is required: {fault}") from fault


def an_unknown_option_is_refused(domain: Domain) -> None:
    """An option that the subject does not know is a BadRequest, never passed over."""
    for demo in domain.demos.values():
        try:
            domain.gather(sources(demo), {**demo.options, "noSuchOption": 1}, DIGEST)
        except BadRequest:
            continue
        except Exception as error:
            raise AssertionError(f"an unknown option is a BadRequest, found {error!r}") from error
        raise AssertionError("an unknown option is a BadRequest, found none")


def a_file_of_other_content_is_refused(domain: Domain) -> None:
    """Bytes that are no source of the subject are a BadSource, or missing data; nothing else is raised."""
    for data in (b"", b"\xff\xfe\x00", b"no such source\n"):
        for demo in domain.demos.values():
            strange = [Source(source.id, data) for source in sources(demo)]
            try:
                domain.gather(strange, demo.options, DIGEST)
            except (BadSource, MissingData):
                continue
            except Exception as error:
                raise AssertionError(f"the bytes {data!r} are a BadSource, found {error!r}") from error


def a_demo_gathers_evidence_or_says_what_is_missing(domain: Domain) -> None:
    """Each demo has a goal and sources; its evidence is the same each time, is plain JSON, and is described."""
    assert domain.demos, "there is a demo"
    for scenario, demo in domain.demos.items():
        assert demo.goal.strip() and demo.sources, f"{scenario} has a goal and a source"
        evidence = gathered(domain, demo)
        if evidence is None:
            continue
        assert evidence.sha256 == DIGEST, f"{scenario} keeps the digest that it is given"
        assert gathered(domain, demo) == evidence, f"{scenario} gathers the same evidence twice"
        assert Evidence.parse(canonical(evidence.dump())) == evidence, f"the facts of {scenario} are JSON primitives"
        assert evidence.rows, f"{scenario} has a row that can be quoted"
        assert len({row.id for row in evidence.rows}) == len(evidence.rows), f"{scenario} has no row's id twice"
        assert domain.describe(evidence).strip(), f"the evidence of {scenario} is described"


def every_row_is_quoted_from_the_line_that_it_names(domain: Domain) -> None:
    """Each row's quote is the text of that line of a source, byte for byte."""
    for demo in domain.demos.values():
        evidence = gathered(domain, demo)
        texts = [data.decode("utf-8-sig").splitlines() for _, data in demo.sources.values()] if evidence else []
        for row in evidence.rows if evidence else ():
            lines = [text[row.line - 1] for text in texts if 0 < row.line <= len(text)]
            assert row.quote in lines, f"the row {row.id} is line {row.line} of a source, found {row.quote!r}"


def instructions_hold_no_figure_of_a_fixture(domain: Domain) -> None:
    """Writer and reviewer are told how, not what: no figure and no line of a demo stands in the prompts."""
    told = domain.instructions(evidence := complete(domain).evidence) + domain.rubric(evidence)
    assert domain.instructions(evidence).strip() and domain.rubric(evidence).strip(), "both are told something"
    texts, numbers = fixtures(domain), re.findall(r"\d+", told)
    figures = {figure for text in texts for figure in re.findall(r"\d{3,}", text)}
    found = sorted(figure for figure in figures if any(figure in number for number in numbers))
    assert not found, f"no figure of a demo stands in a prompt, found {', '.join(found)}"
    lines = {line.strip() for text in texts for line in text.splitlines() if re.search(r"\d", line)}
    copied = sorted(line for line in lines if line in told)
    assert not copied, f"no line of a demo stands in a prompt, found {copied[:1]}"


CHECKS: tuple[Check, ...] = (
    a_subject_has_every_member_of_the_protocol,
    a_subject_says_what_its_reports_rest_on,
    options_have_defaults,
    an_unknown_option_is_refused,
    a_file_of_other_content_is_refused,
    a_demo_gathers_evidence_or_says_what_is_missing,
    every_row_is_quoted_from_the_line_that_it_names,
    *DRAFT_CHECKS,
    instructions_hold_no_figure_of_a_fixture,
)
