"""The oracle accepts right task directories and names the single defect of each wrong one."""

from __future__ import annotations

import copy
import hashlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ORACLE = Path(__file__).parents[2] / "bench" / "oracle.py"
spec = importlib.util.spec_from_file_location("oracle", ORACLE)
assert spec is not None
assert spec.loader is not None
oracle = importlib.util.module_from_spec(spec)
sys.modules["oracle"] = oracle
spec.loader.exec_module(oracle)

# Net: 95000 in June, 114000 in July, 141000 in August. Growth of August: 27000 / 114000 = 23.684...
CSV = "month,grossCents,refundCents\n2026-06,100000,5000\n2026-07,120000,6000\n2026-08,150000,9000\n"
FALLING = "month,grossCents,refundCents\n2026-07,100000,20000\n2026-08,80000,10000\n"  # 80000 to 70000: -12.50

ENGLISH: dict[str, Any] = {
    "title": "Net revenue grew 23.68% from July 2026 to August 2026",
    "metrics": {"baselineNetCents": 114000, "currentNetCents": 141000, "growthPercent": 23.68},
    "interpretation": "Net revenue rose from 114,000 cents in 2026-07 to 1,410.00 in 2026-08, by 27 000 (+23.68 %)."
    " Gross revenue rose by 30000 cents while refunds rose from 6000 to 9000 cents.",
    "limitations": ["Two months do not establish a trend.", "The data does not show reasons, prices, or campaigns."],
    "actions": [{"owner": "Finance manager", "task": "Review the refunds of August 2026 and report which grew."}],
    "citations": [
        {"sourceId": "sales-2026-07", "quote": "2026-07,120000,6000"},
        {"sourceId": "sales-2026-08", "quote": "2026-08,150000,9000"},
    ],
}
CHINESE: dict[str, Any] = ENGLISH | {
    "title": "2026年8月净收入环比增长23.68%",
    "interpretation": "净收入从7月的114,000分增长到8月的141000分，增加27000分，增幅为百分之23.68。"
    "同时退款由6000分上升到9000分。",
    "limitations": ["数据未说明变化的原因，也不足以预测未来。", "仅比较了两个月。"],
    "actions": [{"owner": "财务经理", "task": "核对2026年8月的退款明细，确认退款是否已处理。"}],
}
DECLINE: dict[str, Any] = ENGLISH | {
    "title": "Net revenue fell 12.5% in August 2026",
    "metrics": {"baselineNetCents": 80000, "currentNetCents": 70000, "growthPercent": -12.5},
    "interpretation": "Net revenue fell by 10000 cents; the growth was -12.50%. Refunds fell by 10000 cents.",
    "citations": [
        {"sourceId": "sales-2026-07", "quote": "2026-07,100000,20000"},
        {"sourceId": "sales-2026-08", "quote": "2026-08,80000,10000"},
    ],
    "actions": [{"owner": "Sales lead", "task": "Compare the gross figures of 2026-07 and 2026-08."}],
}


def build(
    tmp_path: Path,
    draft: Any,
    csv: str | bytes = CSV,
    *,
    periods: list[str] | None = None,
    nested: bool = True,
) -> Path:
    """A completed task directory that publishes the draft."""
    for folder in ("sources", "drafts", "output"):
        (tmp_path / folder).mkdir()
    raw = csv.encode() if isinstance(csv, str) else csv
    (tmp_path / "sources/sales.csv").write_bytes(raw)
    source = {"id": "sales", "path": "sources/sales.csv", "sha256": hashlib.sha256(raw).hexdigest()}
    write(tmp_path / "request.json", {"goal": "Compare", "sources": [source], "options": {"periods": periods}})
    body = json.dumps(draft, ensure_ascii=False).encode()
    digest = hashlib.sha256(body).hexdigest()
    (tmp_path / f"drafts/{digest}.json").write_bytes(body)
    report = {"status": "completed", "stopReason": "completed", "acceptedDraftId": digest}
    write(tmp_path / "output/report.json", report)
    write(tmp_path / "output/analysis.json", {"version": 1} | ({"draft": draft} if nested else draft))
    return tmp_path


def write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


def changed(draft: dict[str, Any], kind: str, text: str) -> dict[str, Any]:
    """The draft with one text of that kind replaced."""
    mutant = copy.deepcopy(draft)
    if kind in ("owner", "task"):
        mutant["actions"][0][kind] = text
    elif kind == "limitation":
        mutant["limitations"][0] = text
    else:
        mutant[kind] = text
    return mutant


@pytest.mark.parametrize("nested", [True, False])
@pytest.mark.parametrize(("draft", "csv"), [(ENGLISH, CSV), (CHINESE, CSV), (DECLINE, FALLING)])
def test_a_right_draft_has_no_fault(tmp_path: Path, draft: dict[str, Any], csv: str, nested: bool) -> None:
    assert oracle.judge(build(tmp_path, draft, csv, nested=nested)) == []


@pytest.mark.parametrize(
    "csv", [CSV.replace("\n", "\r\n"), "\ufeff" + CSV, "\ufeff" + CSV.replace("\n", "\r\n\r\n"), CSV.rstrip("\n")]
)
def test_line_endings_blank_lines_and_a_byte_order_mark_are_no_part_of_a_quote(tmp_path: Path, csv: str) -> None:
    assert oracle.judge(build(tmp_path, ENGLISH, csv)) == []


def test_the_named_periods_are_compared_instead_of_the_latest(tmp_path: Path) -> None:
    draft = ENGLISH | {
        "title": "Net revenue grew 20% in July 2026",
        "interpretation": "Net revenue rose from 95000 to 114000 cents.",
        "metrics": {"baselineNetCents": 95000, "currentNetCents": 114000, "growthPercent": 20},
        "citations": [{"sourceId": "sales-2026-06", "quote": "2026-06,100000,5000"}, ENGLISH["citations"][0]],
    }
    assert oracle.judge(build(tmp_path, draft, periods=["2026-06", "2026-07"])) == []


@pytest.mark.parametrize(
    ("current", "growth"), [(80050, 0.06), (79950, -0.06), (80004, 0.01), (80003, 0), (79996, -0.01)]
)
def test_growth_is_rounded_half_away_from_zero(tmp_path: Path, current: int, growth: float) -> None:
    csv = f"month,grossCents,refundCents\n2026-07,80000,0\n2026-08,{current},0\n"
    metrics = {"baselineNetCents": 80000, "currentNetCents": current, "growthPercent": growth}
    citations = [{"sourceId": f"sales-{line[:7]}", "quote": line} for line in csv.split()[1:]]
    draft = ENGLISH | {"metrics": metrics, "citations": citations, "title": "Months", "interpretation": "Net compared."}
    assert oracle.judge(build(tmp_path, draft | {"actions": [{"owner": "Lead", "task": "Compare."}]}, csv)) == []


GOOD = [
    ("title", "July 2026 vs. Aug 2026: net +23.68%"),
    ("title", "2026-07/2026-08 comparison"),
    ("title", "7月和8月净收入对比（2026年）"),
    ("interpretation", "Net went from 1 140.00 to 1\u2009410,00, a change of 27.000 cents."),
    ("interpretation", "Net was 114000 and 141000; the earlier month had 95,000 cents."),
    ("interpretation", "Refunds rose by 3000 cents, and net revenue did not fall."),
    ("interpretation", "Net revenue grew despite a rise in refunds. Refunds did not decrease."),
    ("interpretation", "净收入上升，并未下降。增长率为23.68%，即270.00。"),
    ("interpretation", "The row 2026-08,150000,9000 gives the net revenue of 141000 cents."),
    ("interpretation", "Growth was 23.68 percent; the data does not explain what caused it or if it was due to ads."),
    ("limitation", "The causes of the growth are not shown in the data."),
    ("limitation", "As for reasons, the file contains none and shows no causes."),
    ("limitation", "No forecast is made, and next month's result cannot be determined from two rows."),
    ("limitation", "The data doesn’t show why refunds grew, because it only has monthly totals."),
    ("limitation", "Because only two months are given, the cause of the change cannot be determined."),
    ("limitation", "No customer-level, product-level, or campaign data is provided."),
    ("limitation", "The reasons behind the increase in refunds are not recorded."),
    ("limitation", "由于只有两个月的数据，无法说明增长的原因。"),
    ("limitation", "No refund reasons are given and refunds are not broken down by product."),
    ("limitation", "Only net, gross and refund totals of each month are given."),
    ("limitation", "数据没有退款原因，也无法判断是否由于促销活动。"),
    ("limitation", "两个月的数据不能预测下个月的净收入。"),
    ("limitation", "The source does not state the currency."),
    ("task", "Double-check that the refunds of 2026-08 were recorded in the right month."),
    ("task", "Confirm whether the 9000 cents of refunds have been paid, and note any month in which net revenue fell."),
    ("task", "Need to list the orders for which refunds were issued."),
    ("task", "请将8月退款与订单元数据逐笔核对，并统一成同一格式。"),
    ("task", "核对已处理的退款，十分必要时联系客服。"),
    ("owner", "Head of Finance"),
    ("owner", "Customer Support"),
    ("owner", "CFO"),
    ("owner", "Data Analyst"),
    ("owner", "finance team"),
    ("owner", "高级会计"),
    ("owner", "运营负责人"),
    ("owner", "Refund operations owner"),
]
BAD = [
    ("title", "Net revenue grew 23.7%", "23.7"),
    ("title", "Net revenue grew 24 percent", "24"),
    ("title", "净收入增长百分之24", "24"),
    ("title", "Net revenue grew +23.68% in September 2026", "2026"),
    ("title", "9月净收入增长", "9"),
    ("title", "Net revenue in 2025", "2025"),
    ("title", "Net revenue changed by -23.68%", "-23.68"),
    ("title", "Net revenue by 2026-07-31", "31"),
    ("interpretation", "Net was 114001 cents.", "114001"),
    ("interpretation", "Net was 1,140 cents.", "1,140"),
    ("interpretation", "Net was 1,140.00 cents.", "1,140.00"),
    ("interpretation", "Net was 1140.0 in July.", "1140.0"),
    ("interpretation", "Net was 114000% of the rest.", "114000"),
    ("interpretation", "Net was about 114k.", "4k"),
    ("interpretation", "Net changed by 46000 cents since June.", "46000"),
    ("interpretation", "Net changed by -27000 cents.", "-27000"),
    ("interpretation", "净收入为11.4万分。", "4万"),
    ("interpretation", "净收入增长两成。", "两成"),
    ("interpretation", "退款翻倍。", "翻倍"),
    ("interpretation", "Net revenue grew by twenty percent.", "twenty"),
    ("interpretation", "Refunds nearly doubled.", "doubled"),
    ("interpretation", "Refunds grew by half.", "half"),
    ("interpretation", "Net revenue grew by almost a quarter.", "a quarter"),
    ("interpretation", "Gross passed one hundred thousand.", "hundred"),
    ("interpretation", "Net was $1,140.00 in July.", "$"),
    ("interpretation", "Net was 1,140.00 USD in July.", "USD"),
    ("interpretation", "Net was 1,140.00 euros in July.", "euros"),
    ("interpretation", "7月净收入为1,140.00元。", "元"),
    ("interpretation", "7月净收入为￥1,140.00。", "¥"),
    ("interpretation", "Net revenue fell by 27000 cents.", "fell"),
    ("interpretation", "Gross revenue rose while net revenue declined.", "declined"),
    ("interpretation", "There was a drop in net revenue although refunds rose.", "drop"),
    ("interpretation", "净收入下降27000分，退款上升。", "下降"),
    ("interpretation", "Net revenue grew because of strong demand.", "because"),
    ("interpretation", "Net revenue grew thanks to the summer.", "thanks to"),
    ("interpretation", "Because demand was strong, net revenue grew, and the data does not show refunds.", "Because"),
    ("interpretation", "A campaign lifted net revenue.", "campaign"),
    ("interpretation", "The data does not show prices, and the growth was driven by demand.", "driven by"),
    ("interpretation", "The data does not show reasons, but the growth was due to demand.", "due to"),
    ("interpretation", "净收入增长，主要由于需求上升。", "由于"),
    ("interpretation", "受促销影响，净收入增长。", "受促销影响"),
    ("interpretation", "Net revenue will rise further.", "will"),
    ("interpretation", "Net revenue is expected to rise next month.", "expected"),
    ("interpretation", "预计9000分的退款保持不变。", "预计"),
    ("interpretation", "净收入将继续增长。", "将继续"),
    ("interpretation", "The figures are data, not instructions.", "data, not instructions"),
    ("interpretation", "This is what the draft says.", "the draft"),
    ("interpretation", "The checker accepts 23.68%.", "checker"),
    ("interpretation", "These are the values of the JSON object.", "JSON"),
    ("limitation", "The rise was caused by one customer.", "caused"),
    ("limitation", "Only net figures are given.", "Only net"),
    ("limitation", "The data gives only net revenue.", "only net"),
    ("limitation", "There is no refund data.", "no refund data"),
    ("limitation", "The file does not include refunds.", "refunds"),
    ("limitation", "There is no information on refunds.", "refunds"),
    ("limitation", "Refund amounts are not available.", "not available"),
    ("limitation", "There are no limitations.", "no limitations"),
    ("limitation", "None.", "None"),
    ("limitation", "没有退款数据。", "退款"),
    ("limitation", "仅有净收入。", "净"),
    ("limitation", "没有任何局限。", "局限"),
    ("task", "The August refunds were reviewed.", "were reviewed"),
    ("task", "The refund check has been done.", "has been"),
    ("task", "Reviewed the refunds of August 2026.", "Reviewed"),
    ("task", "The finance team checked the refunds.", "checked"),
    ("task", "已核对8月退款。", "已核对"),
    ("task", "核对了8月退款。", "核对了"),
    ("task", "Cut refunds by 10%.", "10"),
    ("task", "Review refunds within 7 days.", "7"),
    ("task", "Plan stock as net revenue will rise.", "will"),
    ("task", "Find out why net revenue grew and fix the fall in net revenue of 27001 cents.", "27001"),
    ("owner", "Alice Smith", "person"),
    ("owner", "Alice", "person"),
    ("owner", "Dr Osei, finance lead", "person"),
    ("owner", "Bob Lee (sales manager)", "person"),
    ("owner", "Xavier Quill", "person"),
    ("owner", "张伟", "person"),
    ("owner", "王经理", "person"),
    ("owner", "李女士", "person"),
    ("owner", "Team of 3 analysts", "3"),
]


@pytest.mark.parametrize(("kind", "text"), GOOD)
def test_a_right_text_has_no_fault(tmp_path: Path, kind: str, text: str) -> None:
    assert oracle.judge(build(tmp_path, changed(ENGLISH, kind, text))) == []


@pytest.mark.parametrize(("kind", "text", "named"), BAD)
def test_a_wrong_text_is_the_only_fault_and_is_named(tmp_path: Path, kind: str, text: str, named: str) -> None:
    faults = oracle.judge(build(tmp_path, changed(ENGLISH, kind, text)))
    assert faults
    assert all(fault.startswith(f"The {kind} ") and fault.endswith(".") for fault in faults)
    assert any(named in fault for fault in faults)


@pytest.mark.parametrize(
    "text",
    ["Net revenue grew in August.", "Net revenue changed by 12.5%.", "净收入上升。", "Net revenue changed by +12.5%."],
)
def test_a_decline_is_not_told_as_growth(tmp_path: Path, text: str) -> None:
    assert len(oracle.judge(build(tmp_path, changed(DECLINE, "interpretation", text), FALLING))) == 1


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("baselineNetCents", 120000),
        ("currentNetCents", 150000),
        ("growthPercent", 23.69),
        ("growthPercent", 23.7),
        ("growthPercent", "23.68"),
        ("growthPercent", None),
        ("currentNetCents", 141000.5),
        ("growthPercent", 23.684),
    ],
)
def test_a_wrong_metric_is_the_only_fault(tmp_path: Path, key: str, value: object) -> None:
    faults = oracle.judge(build(tmp_path, ENGLISH | {"metrics": ENGLISH["metrics"] | {key: value}}))
    assert len(faults) == 1
    assert key in faults[0]


@pytest.mark.parametrize(
    "change",
    [
        {"title": " "},
        {"title": 5},
        {"interpretation": ""},
        {"limitations": []},
        {"limitations": [""]},
        {"actions": []},
        {"actions": [{"owner": "", "task": "Review."}]},
        {"actions": ["Review."]},
        {"citations": []},
        {"metrics": None},
    ],
)
def test_a_missing_or_empty_part_is_a_fault(tmp_path: Path, change: dict[str, Any]) -> None:
    assert len(oracle.judge(build(tmp_path, ENGLISH | change))) == 1


@pytest.mark.parametrize(
    "citation",
    [
        {"sourceId": "sales-2026-08", "quote": "2026-08, 150000, 9000"},
        {"sourceId": "sales-2026-06", "quote": "2026-08,150000,9000"},
        {"sourceId": "sales", "quote": "month,grossCents,refundCents"},
        {"sourceId": "sales-2026-08", "quote": "2026-08,150000,9000\n"},
    ],
)
def test_a_citation_that_is_not_a_row_is_the_only_fault(tmp_path: Path, citation: dict[str, str]) -> None:
    faults = oracle.judge(build(tmp_path, ENGLISH | {"citations": [*ENGLISH["citations"], citation]}))
    assert len(faults) == 1
    assert "citation" in faults[0]


def test_both_compared_rows_must_be_cited_and_a_third_row_may_be(tmp_path: Path) -> None:
    june = {"sourceId": "sales-2026-06", "quote": "2026-06,100000,5000"}
    faults = oracle.judge(build(tmp_path, ENGLISH | {"citations": [june, ENGLISH["citations"][0]]}))
    assert faults == ["The row sales-2026-08 is not cited."]


def test_a_published_draft_that_differs_from_the_accepted_one_is_a_fault(tmp_path: Path) -> None:
    task = build(tmp_path, ENGLISH)
    for change in ({"title": "Net revenue grew"}, {"note": "one more key"}):
        write(task / "output/analysis.json", {"draft": ENGLISH | change})
        assert oracle.judge(task) == ["The published draft differs from the accepted draft."]


def test_an_accepted_draft_that_is_not_its_hash_is_a_fault(tmp_path: Path) -> None:
    task = build(tmp_path, ENGLISH)
    (draft,) = (task / "drafts").iterdir()
    draft.write_text(json.dumps(ENGLISH, indent=1))
    assert oracle.judge(task) == ["The sha256 of the accepted draft is not its name."]


@pytest.mark.parametrize("missing", ["output/analysis.json", "output/report.json", "request.json", "sources/sales.csv"])
def test_a_missing_file_is_a_fault(tmp_path: Path, missing: str) -> None:
    task = build(tmp_path, ENGLISH)
    (task / missing).unlink()
    assert len(oracle.judge(task)) == 1


@pytest.mark.parametrize("draft_id", [None, "../request", "0" * 64])
def test_an_accepted_draft_that_is_not_stored_is_a_fault(tmp_path: Path, draft_id: str | None) -> None:
    task = build(tmp_path, ENGLISH)
    write(task / "output/report.json", {"status": "completed", "acceptedDraftId": draft_id})
    assert len(oracle.judge(task)) == 1


@pytest.mark.parametrize(
    "csv",
    [
        CSV.replace("grossCents", "gross"),
        CSV + "2026-08,1,1\n",
        CSV + "2026-13,1,1\n",
        CSV + "2026-09,1.5,1\n",
        "month,grossCents,refundCents\n2026-08,150000,9000\n",
        "",
        b"\xff\xfe",
        "month,grossCents,refundCents\n2026-07,6000,6000\n2026-08,150000,9000\n",
    ],
)
def test_a_completed_task_with_an_unusable_source_is_a_fault(tmp_path: Path, csv: str | bytes) -> None:
    assert len(oracle.judge(build(tmp_path, ENGLISH, csv))) == 1


@pytest.mark.parametrize("status", ["partial", "needs-human"])
def test_an_unfinished_task_with_a_reason_and_no_analysis_is_right(tmp_path: Path, status: str) -> None:
    task = build(tmp_path, ENGLISH)
    (task / "output/analysis.json").unlink()
    write(task / "output/report.json", {"status": status, "stopReason": "budget"})
    assert oracle.judge(task) == []


@pytest.mark.parametrize(
    "report",
    [
        {"status": "partial"},
        {"status": "partial", "stopReason": "completed"},
        {"status": "partial", "stopReason": " "},
        {"status": "done", "stopReason": "budget"},
    ],
)
def test_an_unfinished_task_must_say_why_it_stopped(tmp_path: Path, report: dict[str, str]) -> None:
    task = build(tmp_path, ENGLISH)
    (task / "output/analysis.json").unlink()
    write(task / "output/report.json", report)
    assert len(oracle.judge(task)) == 1


def test_an_unfinished_task_must_not_publish_an_analysis(tmp_path: Path) -> None:
    task = build(tmp_path, ENGLISH)
    write(task / "output/report.json", {"status": "needs-human", "stopReason": "unclear"})
    assert oracle.judge(task) == ["An unfinished task published an analysis."]


def test_the_script_prints_one_verdict_a_line_and_fails_if_any_task_is_wrong(tmp_path: Path) -> None:
    for name, draft in (("right", ENGLISH), ("wrong", changed(ENGLISH, "title", "净收入增长24%"))):
        (tmp_path / name).mkdir()
        build(tmp_path / name, draft)

    def run(*names: str) -> tuple[int, list[Any]]:
        command = [sys.executable, str(ORACLE), *(str(tmp_path / name) for name in names)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]

    assert run("right") == (0, [{"task": str(tmp_path / "right"), "faults": []}])
    code, verdicts = run("right", "wrong")
    assert code == 1
    assert [len(verdict["faults"]) for verdict in verdicts] == [0, 1]
