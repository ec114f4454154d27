"""The report as Markdown: the accepted draft, or why there is none, with the proof and the version history."""

from ditto.state.markdown import escape, table
from ditto.state.report import Report, Round
from ditto.state.review import Review
from ditto.tools.workspace import Workspace


def render_report(workspace: Workspace, report: Report) -> str:
    """Return report.md."""
    accepted = report.status == "completed"
    parts = [
        _accepted(workspace, report) if accepted else _not_accepted(workspace, report),
        _grounds(report) if accepted else "",
    ]
    parts += [_history(report), _sources(workspace), _usage(report)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _accepted(workspace: Workspace, report: Report) -> str:
    draft = workspace.draft(report.rounds[-1].draft_id)
    return workspace.domain.render(draft, workspace.evidence())


def _not_accepted(workspace: Workspace, report: Report) -> str:
    parts = [
        "# Not accepted",
        f"**This task ended without an accepted document: {report.stop_reason}.** {escape(report.detail)}",
        f"Goal: {escape(workspace.request.goal)}",
    ]
    best = next((one for one in report.rounds if one.draft_id == report.best_draft_id), None)
    return "\n\n".join(parts + ([_best(workspace, best)] if best else []))


def _best(workspace: Workspace, best: Round) -> str:
    issues = [*best.issues, *(best.review.issues if best.review else ())]
    found = (
        "\n".join(f"- {escape(issue.field)}: {escape(issue.message)}" for issue in issues)
        or "- none found before the task ended"
    )
    body = (
        workspace.domain.render(workspace.draft(best.draft_id), workspace.evidence())
        .replace("\n## ", "\n#### ")
        .replace("# ", "### ", 1)
    )
    return f"## The best draft, version {best.version}, which was not accepted\n\nOpen issues:\n\n{found}\n\n{body}"


def _grounds(report: Report) -> str:
    last = report.rounds[-1]
    assert last.review is not None
    return f"## What is proven\n\n{_sentence(report, last.review)}"


def _sentence(report: Report, review: Review) -> str:
    reviewer = review.reviewer
    wrote = {(call.provider, call.model) for call in report.usage.calls if call.purpose != "review"}
    same = (reviewer.provider, reviewer.model) in wrote
    judge = (
        f"a scripted stand-in ({escape(reviewer.provider)}, a labelled fault injection)"
        if reviewer.substituted
        else f"the model {escape(reviewer.model)} of {escape(reviewer.provider)}"
    )
    independence = ", which also wrote it, so that this is not an independent verification" if same else ""
    return (
        "The arithmetic, quotes and structure of this report were recomputed and compared by a program and are proven, "
        f"while its prose was judged by {judge}{independence}."
    )


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
        return "not reviewed"
    return f"{one.review.verdict}, {len(one.review.issues)} issues" if one.review.issues else one.review.verdict


def _sources(workspace: Workspace) -> str:
    rows = [(ref.id, ref.path, ref.sha256) for ref in workspace.request.sources]
    return "## Sources\n\n" + table(("Id", "File", "SHA-256"), rows)


def _usage(report: Report) -> str:
    usage = report.usage
    tokens = (
        "tokens not counted"
        if usage.tokens.prompt is None
        else f"{usage.tokens.prompt} prompt and {usage.tokens.completion} answer tokens"
    )
    return f"{usage.model_calls} model calls, {tokens}; started {usage.started_at}, ended {report.generated_at}."
