"""The report as Markdown: the accepted draft, or why there is none, with the proof and the version history."""

from ditto.state.binomial import Share
from ditto.state.markdown import escape, table
from ditto.state.report import Cited, Report, Round
from ditto.state.review import Issue, Review
from ditto.tools.task_files import TaskFiles


def render_report(files: TaskFiles, report: Report) -> str:
    """Return report.md."""
    accepted = report.status == "completed"
    parts = [
        _accepted(files, report) if accepted else _not_accepted(files, report),
        _grounds(files, report) if accepted else "",
    ]
    parts += [_history(report), _decisions(files, report), _sources(files), _usage(report)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _accepted(files: TaskFiles, report: Report) -> str:
    draft = files.draft(report.rounds[-1].draft_id)
    return files.domain.render(draft, files.evidence(), files.request.goal)


def _not_accepted(files: TaskFiles, report: Report) -> str:
    parts = [
        "# Not accepted",
        f"**This task ended without an accepted document: {report.stop_reason}.** {escape(report.detail)}",
        f"Goal: {escape(files.request.goal)}",
    ]
    best = next((one for one in report.rounds if one.draft_id == report.best_draft_id), None)
    return "\n\n".join(parts + ([_best(files, best)] if best else []))


def _best(files: TaskFiles, best: Round) -> str:
    issues = [*best.issues, *(best.review.issues if best.review else ())]
    found = (
        "\n".join(f"- {escape(issue.field)}: {escape(issue.message)}" for issue in issues)
        or "- none found before the task ended"
    )
    body = (
        files.domain.render(files.draft(best.draft_id), files.evidence(), files.request.goal)
        .replace("\n## ", "\n#### ")
        .replace("# ", "### ", 1)
    )
    return f"## The best draft, version {best.version}, which was not accepted\n\nOpen issues:\n\n{found}\n\n{body}"


def _grounds(files: TaskFiles, report: Report) -> str:
    parts = [f"## What is proven\n\n{files.domain.grounds.sentence}, {_judged(files, report)}"]
    return "\n\n".join(parts + ([_calibrated(report.calibration)] if report.calibration else []))


def _calibrated(cited: Cited) -> str:
    return (
        f"This reviewer was measured on drafts of known worth: it passed {_share(cited.missed)} with a planted defect, of which "
        f"{_share(cited.missed_by_both)} passed the first gate too, and objected to {_share(cited.false_alarms)} clean ones "
        f"(calibration {cited.calibration_sha256[:12]}, 95 % intervals)."
    )


def _share(share: Share) -> str:
    return f"{share.count} of {share.of} ({share.low:.0%} to {share.high:.0%})"


def _judged(files: TaskFiles, report: Report) -> str:
    last, judged = report.rounds[-1], files.domain.grounds.judged
    said = "" if last.review is None else f"{_reviewer(last.review)}{_independence(report, last.review)}"
    if report.decision_id is None:
        return f"while its {judged} was judged by {said}."
    decision = files.decision(report.decision_id)
    beside = (
        f"no model reviewed it: {escape(last.skipped or 'it was not asked')}"
        if last.review is None
        else f"the review by {said}, said {last.review.verdict}"
    )
    return f"while its {judged} was accepted by a person, {escape(decision.actor)}, in decision {report.decision_id}; {beside}."


def _reviewer(review: Review) -> str:
    reviewer = review.reviewer
    if reviewer.substituted:
        return f"a scripted stand-in ({escape(reviewer.provider)}, a labelled fault injection)"
    return f"the model {escape(reviewer.model)} of {escape(reviewer.provider)}"


def _independence(report: Report, review: Review) -> str:
    wrote = {(call.provider, call.model) for call in report.usage.calls if call.purpose != "review"}
    same = (review.reviewer.provider, review.reviewer.model) in wrote
    return ", which also wrote it, so that this is not an independent verification" if same else ""


def _history(report: Report) -> str:
    if not report.rounds:
        return ""
    rows = [(str(one.version), one.origin, _checked(one), _reviewed(one), one.draft_id[:12]) for one in report.rounds]
    return "## Version history\n\n" + table(("Version", "Written by", "Check", "Review", "Draft"), rows)


def _checked(one: Round) -> str:
    if one.check_id is None:
        return "not checked"
    return f"{len(one.issues)} issues" if one.issues else "passed"


def _reviewed(one: Round) -> str:
    if one.review is None:
        return f"skipped: {one.skipped}" if one.skipped else "not reviewed"
    return f"{one.review.verdict}, {len(one.review.issues)} issues" if one.review.issues else one.review.verdict


def _decisions(files: TaskFiles, report: Report) -> str:
    ids = [one.decision_id for one in report.rounds if one.decision_id]
    if not ids:
        return ""
    rows = [
        (str(one.version), one.choice, one.actor, one.note or "; ".join(_lines(one.issues)), one.decided_at, name[:12])
        for name, one in ((name, files.decision(name)) for name in ids)
    ]
    return "## Human decisions\n\n" + table(("Version", "Choice", "Actor", "Note", "At", "Decision"), rows)


def _lines(issues: tuple[Issue, ...]) -> list[str]:
    return [f"{issue.field}: {issue.message}" for issue in issues]


def _sources(files: TaskFiles) -> str:
    rows = [(ref.id, ref.path, ref.sha256) for ref in files.request.sources]
    return "## Sources\n\n" + table(("Id", "File", "SHA-256"), rows)


def _usage(report: Report) -> str:
    usage = report.usage
    tokens = (
        "tokens not counted"
        if usage.tokens.prompt is None
        else f"{usage.tokens.prompt} prompt and {usage.tokens.completion} answer tokens"
    )
    return f"{usage.model_calls} model calls, {tokens}; started {usage.started_at}, ended {report.generated_at}."
