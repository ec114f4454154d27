"""An independent judge of finished task directories: is the published sales comparison right?

Written from a description of the documents alone. The text checks are heuristics over English and Chinese.
"""

from __future__ import annotations

import calendar
import hashlib
import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple


def words(english: str, other: str = "(?!)") -> re.Pattern[str]:
    """Match the English alternatives as whole words (also beside Chinese or digits), the others anywhere."""
    return re.compile(rf"(?i)(?<![A-Za-z])(?:{english})(?![A-Za-z])|{other}")


HEADER, KEYS = "month,grossCents,refundCents", ("title", "metrics", "interpretation")
LISTS = {"limitations": [""], "actions": ["owner", "task"], "citations": ["sourceId", "quote"]}
ROW = re.compile(r"([0-9]{4}-(?:0[1-9]|1[0-2])),(-?[0-9]+),(-?[0-9]+)")
SENTENCE = re.compile(r"[.!?](?!\d)|[;。\n]")
SEGMENT = re.compile(rf"(?i){SENTENCE.pattern}|\b(?:but|however|yet|although|though)\b|但|然而|不过|尽管|虽然")
CLAUSE = re.compile(r"[,:](?!\d)| which ")

MONTH_NAME = re.compile(rf"(?i)(?:{'|'.join([*calendar.month_name[1:], *calendar.month_abbr[1:]])})t?\W*$")
NUMBER = re.compile(
    r"(?P<sign>(?<![A-Za-z0-9)%])[-+])?(?P<whole>[1-9]\d{0,2}(?P<mark>[ ,.'])\d{3}(?:(?P=mark)\d{3})*(?!\d)|\d+)"
    r"(?:(?!(?P=mark))(?:\.(?=\d)|,(?=\d{1,2}(?!\d)))(?P<fraction>\d+))?"
)
PERCENT = words(r"\s*-?(?:percent|percentage points?|per cent|pct)", r"\s*%|\s*个?百分点")
CENTS = words(r"\s*cents?", r"\s*分(?![别析布类])")
COUNT = r"(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen)"
SPELLED = words(
    r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?|billions?|dozens?|doubl(?:ed|es|ing)|"
    rf"double(?![- ](?:check|count|entry))|(?:tripl|quadrupl)\w+|twice (?:as|the|that)|{COUNT}-?fold|hal(?:f|v[a-z]+)|"
    r"(?:a|one|three)[- ]quarters?|quarters? of(?! \d)|(?:a|one|two)[- ]thirds?(?!.?(?:month|part|row|period|source))|"
    rf"{COUNT}(?:[- ][a-z]+){{0,2}}[- ](?:percent|per cent|percentage points?)|{COUNT} (?:cents?|times)|"
    r"\d(?:k|mn?|bn|x)",
    r"百分之[^\d\s]|[二两三四五六七八九]十|[一二两三四五六七八九十]分之|[一减过近大]半|半数|‰|翻[倍番了]|[加成]倍|倍增|"
    r"(?<![统同])[一二两三四五六七八九十几数\d]\s*(?:百(?!分点)|[千万亿倍]|成(?![为本立功交员果型因不]))",
)
CURRENCY = words(
    r"dollars?|euros?|pounds?|sterling|yen|yuan|renminbi|rupees?|francs?|pesos?|rou?bles?|kron[ae]r?|bucks?|pence|usd|"
    r"eur|gbp|jpy|cn[yh]|rmb|hkd|aud|cad|chf|inr|krw|sgd|nzd|sek|nok|dkk|twd|brl|mxn|zar|(?-i:RUB|TRY|PLN|THB)",
    r"[$¢£¤¥\u20a0-\u20cf]|(?<![单多])元(?![数素旦月])|人民币|英镑|[美欧]分|[港日台韩欧]币|美金|法郎|卢[布比]|块钱",
)
PROMPT = words(r"data,? not instructions|(?:the|this|your) (?:draft|checker)|json", r"草稿|检查器|(?:不是|而非)指令")

EVIDENCE = (
    r"(?:show|contain|explain|includ|stat(?:e|ing)|identif|giv|provid|record|reveal|establish|sa[iy]|tell|support|"
    r"cover|assess|indicat|determin|infer|predict|forecast|attribut|prove|report|list|describ|know|made|used|captur|"
    r"availabl|present|project|disclos|specif|distinguish|address|allow|mention|name|conclu|link|separat|account|"
    r"adjust|rule)\w*"
)
DENIAL = words(
    rf"(?:not|cannot|never|nor|neither|\w+n't)\s+(?:\w+\s+){{0,5}}?{EVIDENCE}|"
    rf"(?:no|none|nothing)\s+(?:[\w-]+\s+){{0,8}}?{EVIDENCE}|(?:{EVIDENCE}|has|have)\s+(?:no|none|nothing)|"
    r"there (?:is|are) (?:no|nothing)|whether|un(?:known|explained|clear|available)|insufficient|lacks|omits|excludes|"
    r"ignores|not (?:\w+ ){0,2}(?:in|from|part of|an?) (?:the |this )?"
    r"(?:data|source|file|csv|rows?|forecast|prediction|cause|reason)|(?:data|file|source|rows) lack|"
    r"without (?:information|evidence|data)|(?:outside|beyond|absent from|missing from) (?:the|this|these)|"
    r"too (?:few|short|little)",
    r"(?:不(?![断仅但过同少])|未(?!来)|没|无|难以|缺[乏少])[^,;。]{0,16}?(?:显示|说明|包[含括]|解释|提供|给出|记录|"
    r"反映|表明|体现|判断|确定|得[知出]|涉及|证明|支持|推断|预[测示]|代表|信息|数据|依据|构成|归因|揭示|列出|看出|知道|"
    r"了解|原因)|不含|未知|不明|不足以|不在|是否",
)
CARRY_ON = re.compile(r"(?i)\s*(?:(?:or|nor|why|what|because|since|as)\b|也|或|以及|和|因为|由于)")
REASON = re.compile(r"(?i)\s*(?:(?:because|since|as)\b|因为|由于)")
FINITE = words(
    r"was|were|is|are|grew|rose|fell|increased|declined|decreased|dropped|will|has|have|drove|lifted|caused",
    "增长|上升|增加|下降|减少|因|由于|得益|导致|带动|推动|预计|将",
)
CAUSE = words(
    r"because|due to|driven by|drove|driving|drivers?|thanks to|as a result of|result(?:s|ed|ing)? from|owing to|"
    r"reasons?|caus(?:e|es|ed|ing)|campaigns?|promotions?|seasonal(?:ity)?|(?:led|leads|attribut(?:ed|able)|"
    r"contribut(?:es?|ed|ing)) to|stem(?:s|med|ming)? from|(?:explained|boosted|helped|fuell?ed) by|on account of",
    r"因为|由于|原因|导致|得益于|归[因功]于|受[^,。]{0,8}影响|促销|(?:营销|推广)活动|推动|[带拉驱]动|引起|造成|所致|"
    r"源[于自]|季节性",
)
OUTCOMES = (
    r"will|won't|going to|(?:expected|likely|projected|predicted|anticipated|forecast) to|we expect",
    r"预[计期]|有望|将(?:会|继续|持续|进一步|增|上升|下降|下滑|减少|达|保持|提高)",
)
PREDICTION = words(
    OUTCOMES[0] + r"|forecast\w*|predict\w*|projected|projections?|outlook|expect(?:s|ed|ations?)?|"
    r"(?:next|coming|upcoming) (?:month|quarter|year|period)s?",
    OUTCOMES[1] + "|预测|下个?月|下个?季|明年|展望|未来",
)
DONE = words(
    r"(?:was|were) (?:\w+ly |already |now )*(?:[a-z]+ed|done|made|sent|taken|found|held|run)|(?:has|have|had) been|"
    r"already|(?:is|are|has|have) (?:now )?(?:done|completed?|finished)|"
    r"(?:we|i|they|team|manager|lead|analyst|owner) (?:has |have |had )?"
    r"(?!(?:need|relat|bas|shar|nam)ed|need)(?:[a-z]+ed|sent|ran|did)",
    r"^\W*(?!(?:need|feed|seed|speed|embed|proceed|detailed|combined|dedicated|shared)\b)(?:[a-z]+ed|sent|made|ran|"
    r"did)\b|已(?:经|被|由|于|完成|核[对实]|检查|审[核查]|复核|处理|确认)(?![^,。;]{0,8}的)|(?:完成|核[对实]|检查|"
    r"审[核查]|复核|处理|确认)(?:完毕|了)",
)
OPEN = words("whether|if|any|should|whenever", "是否|如果|若|假如|一旦|哪些")
ASKED = words(
    "that|which|who|why|how|when|where|what|(?<=[a-z] )(?:after|until|before|once)",
    r"^\W*(?:confirm|verify|check|ensure|validate)\b",
)
AMOUNT = (
    r"(?:refunds?|gross)(?: revenue| sales)?"
    r"(?:[- ](?:data|figures?|amounts?|information|values?|totals?|columns?|numbers?))?"
)
BE, GIVEN = "(?:is|are|was|were)", r"(?:given|included|provided|shown|recorded|reported|available|present|listed|known)"
UNSPLIT = r"(?!.*\b(?:by|per|other|earlier|each|individual)\b)"
FALSEHOOD = words(
    rf"only (?:the |monthly )*net (?:\w+ ){{0,2}}{BE} {GIVEN}|"
    rf"(?:only (?:ha[sv]e?|{EVIDENCE})|(?:ha[sv]e?|{EVIDENCE}) only) (?:the |monthly )*net|"
    rf"(?:no|without|lack(?:s|ing)?|omits?|excludes?|missing|(?:not|\w+n't) (?:have|{EVIDENCE}))"
    rf"(?: any| the| separate| data| information| figures| on| about)* {AMOUNT}"
    rf"(?=\s*(?:$|[.,;]|or |in the |exists?|{BE} {GIVEN})){UNSPLIT}|"
    r"(?:no|without|not have|n't have)(?: known| real| significant| material| any)* limitations?",
    rf"(?:^|[.;,:] ?|(?:because|since|that|and) )(?:the )?{AMOUNT} {BE} (?:missing|absent|unavailable|excluded|unknown|"
    rf"not {GIVEN}){UNSPLIT}|^\W*(?:none|nothing|n/?a|nil|无)\W*$|[只仅](?:有|提供|给出|包[含括]|显示|列出)了?净|"
    r"(?:没有|不存在|无)(?:任何|明显)?(?:局限|限制)|"
    r"(?:没有|无|缺[少乏]|不含|[不未]包[含括]|[不未]提供|未给出|未显示)(?:任何)?(?:退款|毛收入|总收入)(?:数据|信息|"
    r"金额|数字)?(?=\s*(?:$|[。.,;]))",
)
RISE = words(
    r"grew|grows?|growing|grown|rose|rises?|risen|rising|increas(?:e|es|ed|ing)|climb(?:s|ed|ing)?|gained|"
    r"improved|(?:is|was|went|moved) up|up(?= (?:by )?\d)",
    "增长(?!率|幅|百分比|为|[ :]*-)|上[升涨]|增加|提[高升]|攀升",
)
FALL = words(
    r"fell|falls?|fallen|falling|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|drop(?:s|ped|ping)?|shr[au]nk|"
    r"slid|slump(?:s|ed)?|contracted|reduced|reduction|(?:is|was|went|moved) down|down(?= (?:by )?\d)",
    "下[降滑跌]|减少|降低|缩减|萎缩|回落",
)
MINUS = words("minus|negative|lower|below|down|less", "[负低]")
SUBJECT = (
    r"(?:net(?:[- ]\w+)? (?:of|after) refunds?|(?<![A-Za-z])net(?![A-Za-z])(?:[- ]revenue)?|净(?:收入|营收)?|"
    r"(?P<other>gross(?:[- ]revenue)?|refund|毛(?:收入)?|总收入|退款)|revenue|营收|收入)"
)
METRIC, OBJECT = re.compile(f"(?i){SUBJECT}"), re.compile(rf"(?i)(?:\s+(?:(?:in|of) )?(?:the |monthly )?|的){SUBJECT}")
NEGATED = re.compile(
    r"(?i)(?:\b(?:not(?! only)|\w+n't|no|never|neither|nor|without)\W+(?:\w+\W+){0,2}|[未没]有?|并非|不是)$"
)
HONORIFIC = words("mr|mrs|ms|miss|dr|prof|sir|madam", "先生|女士|小姐|太太|博士")
ROLE = words(
    r"manage\w+|leads?|teams?|analy\w+|financ\w+|heads?|owners?|officers?|directors?|account\w+|controllers?|support|"
    r"staff|data|operations|sales|revenue|refunds?|product|marketing|audit\w*|compliance|customer|department|group|"
    r"specialist|clerk|chief|coordinator|bookkeep\w+|engineer\w*|supervisor|treasur\w+|executive|admin\w*|business|"
    r"planning|office",
    "部|组|经理|主管|负责|团队|分析|财务|总监|专员|会计|运营|客服|审计|出纳|销售|[员师管长]",
)
FIRST_NAME = words(
    "alice|bob|carol|david|john|jane|mary|james|robert|michael|william|richard|joseph|thomas|charles|linda|susan|"
    "jennifer|sarah|karen|nancy|lisa|emily|anna|maria|peter|paul|mark|george|kevin|brian|daniel|andrew|laura|julia|"
    "sophie|emma|olivia|oliver|jack|martin|simon|tom|kate|helen|rachel|amy|steven?|chris|alex|wei|ming|mohammed|ahmed|"
    "carlos|juan"
)
ZH_NAME = re.compile(r"[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕](.{1,2})")


class Row(NamedTuple):
    """One line of the source; the amounts are gross, refund and net."""

    id: str
    month: str
    quote: str
    amounts: tuple[int, int, int]


class Facts(NamedTuple):
    """What the source says about the two compared periods."""

    rows: list[Row]
    baseline: Row
    current: Row
    changes: tuple[int, ...]
    growth: Fraction


def load(path: Path) -> Any:
    return json.loads(path.read_bytes().decode("utf-8"), parse_float=Decimal)


def read_rows(path: Path, source_id: str) -> dict[str, Row]:
    lines = [line.removesuffix("\r") for line in path.read_bytes().decode("utf-8-sig").split("\n")]
    header, *lines = [line for line in lines if line.strip()] or [""]
    rows: dict[str, Row] = {}
    for line in lines:
        found = ROW.fullmatch(line)
        if header != HEADER or not found or found[1] in rows:
            raise ValueError(f"the source line {line!r} is not a new row under the right header")
        gross, refund = int(found[2]), int(found[3])
        rows[found[1]] = Row(f"{source_id}-{found[1]}", found[1], line, (gross, refund, gross - refund))
    return rows


def read_facts(task: Path) -> Facts:
    request = load(task / "request.json")
    (source,) = request["sources"]
    rows = read_rows(task / source["path"], source["id"])
    baseline, current = (rows[p] for p in (request.get("options") or {}).get("periods") or sorted(rows)[-2:])
    changes = tuple(new - old for old, new in zip(baseline.amounts, current.amounts, strict=True))
    exact = Fraction(changes[2] * 10_000, baseline.amounts[2])
    growth = Fraction((1 if exact >= 0 else -1) * int(abs(exact) + Fraction(1, 2)), 100)
    return Facts(list(rows.values()), baseline, current, changes, growth)


def normalise(text: str) -> str:
    """Plain digits, spaces, hyphens and apostrophes; a full-width comma never groups digits."""
    visible = "".join(char for char in text.replace("，", ", ") if unicodedata.category(char) != "Cf")
    return unicodedata.normalize("NFKC", visible).translate(str.maketrans("−–‐’", "---'"))


def filled(value: object) -> bool:
    return isinstance(value, str) and bool(normalise(value).strip())


def shape_faults(draft: Any) -> list[str]:
    if not isinstance(draft, dict) or not isinstance(draft.get("metrics"), dict):
        return ["The published draft is not an object with metrics."]
    faults = [f"The {key} is empty." for key in ("title", "interpretation") if not filled(draft.get(key))]
    for key, parts in LISTS.items():
        items = draft.get(key)
        if not isinstance(items, list) or not items:
            faults.append(f"The draft has no {key}.")
        elif not all(filled(item.get(part)) if part else filled(item) for item in items for part in parts):
            faults.append(f"An entry of the {key} is empty or malformed.")
    return faults


def identity_faults(path: Path, analysis: dict[str, Any]) -> list[str]:
    """Whether the published draft is the accepted one, stored under its own hash."""
    faults, stored = [], load(path)
    published = analysis.get("draft") or {key: analysis.get(key) for key in (*KEYS, *LISTS, *stored)}
    if hashlib.sha256(path.read_bytes()).hexdigest() != path.stem:
        faults.append("The sha256 of the accepted draft is not its name.")
    if published != stored:
        faults.append("The published draft differs from the accepted draft.")
    return faults


def figure_faults(draft: dict[str, Any], facts: Facts) -> Iterator[str]:
    """The faults of the metrics and of the citations."""
    nets = {"baselineNetCents": facts.baseline.amounts[2], "currentNetCents": facts.current.amounts[2]}
    for key, expected in {**nets, "growthPercent": facts.growth}.items():
        value = draft["metrics"].get(key)
        if type(value) not in ((int,) if key in nets else (int, Decimal)) or value != expected:
            yield f"The metric {key} is {value}, not {float(expected) if key == 'growthPercent' else expected}."
    cited, rows = {(c["sourceId"], c["quote"]) for c in draft["citations"]}, {(row.id, row.quote) for row in facts.rows}
    yield from (f"The citation {c} is not a row of the source." for c in sorted(cited - rows))
    yield from (f"The row {row.id} is not cited." for row in facts[1:3] if (row.id, row.quote) not in cited)


def month_spellings(months: list[str]) -> re.Pattern[str]:
    spellings = []
    for year, number in ((month[:4], int(month[5:])) for month in months):
        names = f"(?:{calendar.month_name[number]}|{calendar.month_abbr[number]}t?)"
        spellings += [
            rf"(?<!\d){year}(?:\s*年\s*|[-/])0?{number}(?!\d)(?:\s*月)?",
            rf"(?<![A-Za-z]){names}\.?,? (?:of )?{year}(?!\d)",
            rf"(?<![\d.,])0?{number}(?:\s*月|(?=\s*[-~至到和与、]\s*\d+\s*月))",
        ]
    return re.compile("(?i)" + "|".join(spellings))


def number_is_known(number: re.Match[str], sentence: str, facts: Facts) -> bool:
    """Whether the number is the growth, an amount in cents or in two-decimal units, or a year of the source."""
    before, after, sign = sentence[: number.start()], sentence[number.end() :], number["sign"] or ""
    percent, cents = PERCENT.match(after) or before.rstrip().endswith("百分之"), CENTS.match(after)
    whole, fraction = re.sub(r"\D", "", number["whole"]), number["fraction"] or ""
    value = Fraction(f"{sign}{whole}.{fraction or 0}")
    fallen = not sign and (FALL.search(sentence) or MINUS.search(sentence))
    amounts = {amount for row in facts.rows for amount in row.amounts} | set(facts.changes)
    amounts |= set() if sign else {abs(change) for change in facts.changes}
    is_growth = not cents and (value == facts.growth or (fallen and -value == facts.growth))
    is_amount = value in amounts if not fraction else len(fraction) == 2 and value * 100 in amounts and not cents
    is_year = number[0] in {row.month[:4] for row in facts.rows} and not cents and not MONTH_NAME.search(before)
    return bool(is_growth or (not percent and (is_amount or is_year)))


def number_faults(text: str, facts: Facts) -> Iterator[str]:
    for row in facts.rows:
        text = text.replace(row.quote, " row ")
    for sentence in SENTENCE.split(month_spellings([row.month for row in facts.rows]).sub(" month ", text)):
        yield from (
            f"writes the number {number[0]!r}, which the source does not give"
            for number in NUMBER.finditer(sentence)
            if not number_is_known(number, sentence, facts)
        )


def is_about_net(sentence: str, word: re.Match[str]) -> bool:
    """The metric right after the direction word, else the last one before it, else the first one after it."""
    before, after = list(METRIC.finditer(sentence[: word.start()])), sentence[word.end() :]
    metric = OBJECT.match(after) or (before[-1] if before else METRIC.search(after))
    return not metric["other"] if metric else bool(re.search(r"(?i)%|\bit\b", sentence))


def direction_faults(text: str, facts: Facts) -> Iterator[str]:
    wrong = [pattern for pattern, right in ((RISE, facts.changes[2] > 0), (FALL, facts.changes[2] < 0)) if not right]
    for sentence in SENTENCE.split(text):
        for word in (word for pattern in wrong for word in pattern.finditer(sentence)):
            before = sentence[: word.start()]
            if not NEGATED.search(before) and not OPEN.search(before) and is_about_net(sentence, word):
                yield f"says {word[0]!r} of net revenue, which did not move that way"


def plain(text: str, pattern: re.Pattern[str]) -> Iterator[str]:
    return (found[0].strip() for found in pattern.finditer(text))


def asserted(text: str, pattern: re.Pattern[str]) -> Iterator[str]:
    """What is found outside the clauses that deny that the data shows it; a clause with no main verb joins the next."""
    for segment in SEGMENT.split(text):
        denied, topic = False, ""
        for part in CLAUSE.split(segment):
            clause = f"{topic} {part}"
            told = bool(FINITE.search(clause)) and not REASON.match(part)
            denied = bool(DENIAL.search(clause) or (denied and (CARRY_ON.match(clause) or not told)))
            topic = "" if told or denied else clause
            yield from plain(clause, pattern) if told and not denied else ()
        yield from plain(topic, pattern)


def claimed(text: str, pattern: re.Pattern[str]) -> Iterator[str]:
    """What is found in sentences that do not ask for it."""
    for sentence in (part.strip() for part in SENTENCE.split(text)):
        yield from (
            m[0].strip()
            for m in pattern.finditer(sentence)
            if not ASKED.search(sentence[: m.start()]) and not OPEN.search(sentence[: m.start()])
        )


def persons(owner: str, pattern: re.Pattern[str]) -> Iterator[str]:
    first, chinese = pattern.search(owner), ZH_NAME.fullmatch(owner.strip())
    role = ROLE.search(owner)
    named = first and not ROLE.match(owner[first.end() :].lstrip())
    shaped = not role and re.fullmatch(r"[A-Z][a-z]+(?: [A-Z]\.?)? [A-Z][A-Za-z'-]+", owner.strip())
    titled = chinese and (not role or chinese[1] in ("经理", "总监", "总", "主管", "老师", "会计"))
    if HONORIFIC.search(owner) or named or shaped or titled:
        yield owner


CLAIMS = ("title", "interpretation", "limitation")
ALL = (*CLAIMS, "owner", "task")
RULES = (
    (ALL, plain, CURRENCY, "names the currency"),
    (ALL, plain, SPELLED, "spells out the quantity"),
    (ALL, plain, PROMPT, "repeats the prompt phrase"),
    (CLAIMS, asserted, CAUSE, "states a cause with"),
    (CLAIMS, asserted, PREDICTION, "makes a prediction with"),
    (("task",), asserted, words(*OUTCOMES), "makes a prediction with"),
    (("task",), claimed, DONE, "claims as already done"),
    (("limitation",), plain, FALSEHOOD, "is false where it says"),
    (("owner",), persons, FIRST_NAME, "names a person instead of a role:"),
)


def text_faults(draft: dict[str, Any], facts: Facts) -> Iterator[str]:
    texts = [("title", draft["title"]), ("interpretation", draft["interpretation"])]
    texts += [("limitation", text) for text in draft["limitations"]]
    texts += [(part, action[part]) for action in draft["actions"] for part in ("owner", "task")]
    for kind, text in ((kind, normalise(text)) for kind, text in texts):
        for kinds, find, pattern, what in RULES:
            yield from (f"The {kind} {what} {found!r}." for found in find(text, pattern) if kind in kinds)
        yield from (f"The {kind} {fault}." for fault in number_faults(text, facts))
        yield from (f"The {kind} {fault}." for fault in direction_faults(text, facts))


def unfinished_faults(task: Path, report: dict[str, Any]) -> Iterator[str]:
    if report.get("status") not in ("partial", "needs-human"):
        yield f"The status {report.get('status')!r} is unknown."
    if not filled(report.get("stopReason")) or report["stopReason"] == "completed":
        yield "The report of an unfinished task does not say why it stopped."
    if (task / "output/analysis.json").exists():
        yield "An unfinished task published an analysis."


def judge(task: Path) -> list[str]:
    """The faults of a finished task directory, each one sentence; none if it is right."""
    try:
        report = load(task / "output/report.json")
        if report.get("status") != "completed":
            return list(unfinished_faults(task, report))
        analysis, facts, name = load(task / "output/analysis.json"), read_facts(task), report.get("acceptedDraftId")
        if not isinstance(name, str) or not re.fullmatch(r"[0-9a-f]{64}", name):
            return ["The report's acceptedDraftId is not a sha256."]
        draft = analysis.get("draft", analysis)
        if broken := shape_faults(draft):
            return broken
        faults = identity_faults(task / "drafts" / f"{name}.json", analysis)
        return [*faults, *figure_faults(draft, facts), *text_faults(draft, facts)]
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        return [f"The task cannot be judged: {type(error).__name__}: {error}."]


if __name__ == "__main__":
    verdicts = [{"task": name, "faults": judge(Path(name))} for name in sys.argv[1:]]
    for verdict in verdicts:
        print(json.dumps(verdict, ensure_ascii=False))
    sys.exit(any(verdict["faults"] for verdict in verdicts))
