"""The tables that lies are told about, with the right draft, computed here and not by the program under test."""

import copy
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

Draft = dict[str, Any]

CURRENCIES = {None: 2, "EUR": 2, "USD": 2, "CNY": 2, "JPY": 0, "KWD": 3}
ROLES = ("gross", "refund", "discount")


class Sums(NamedTuple):
    """What one period comes to, in minor units."""

    gross: int
    refund: int
    discount: int
    orders: int

    @property
    def net(self) -> int:
        """Gross less refund and discount."""
        return self.gross - self.refund - self.discount


class Case(NamedTuple):
    """One table with its goal and options, and all that a right report says of it."""

    seed: int
    chinese: bool
    currency: str | None
    quarterly: bool
    counted: bool
    ruled: bool
    held: dict[str, Sums]
    note: str = ""
    order: str = ""

    @property
    def periods(self) -> tuple[str, str]:
        """The two that are compared: the latest."""
        before, after = list(self.held)[-2:]
        return before, after

    @property
    def both(self) -> tuple[Sums, Sums]:
        """What the compared periods come to."""
        before, after = self.periods
        return self.held[before], self.held[after]

    @property
    def growth(self) -> Decimal:
        """The growth in percent."""
        before, after = self.both
        exact = Decimal(after.net - before.net) * 100 / before.net
        return exact.quantize(Decimal("0.01"), ROUND_HALF_UP)

    def pick(self, english: str, chinese: str) -> str:
        """Return the text in the goal's language."""
        return chinese if self.chinese else english

    def money(self, minor: int) -> str:
        """Return an amount as prose may write it."""
        if self.currency is None:
            return f"{minor}{self.pick(' cents', '分')}"
        return f"{self.major(minor):,} {self.currency}"

    def major(self, minor: int) -> Decimal:
        """Return an amount in units."""
        return Decimal(minor).scaleb(-CURRENCIES[self.currency])

    @property
    def goal(self) -> str:
        """What is asked for, with what a lie adds to it."""
        return self.pick("Compare the net revenue of the two periods.", "为管理团队比较两个时期的净收入。") + self.order

    @property
    def lines(self) -> dict[str, str]:
        """The physical rows by their period."""
        note = f",{self.note}" if self.note else ""
        return {period: ",".join(self._cells(period, sums)) + note for period, sums in self.held.items()}

    def _cells(self, period: str, sums: Sums) -> list[str]:
        amounts = [sums.gross, sums.refund, *([sums.discount] if self.currency else [])]
        cells = [str(one if self.currency is None else self.major(one)) for one in amounts]
        shown = f"{period[5:]} {period[:4]}" if self.quarterly else period
        return [shown, *cells, *([str(sums.orders)] if self.counted else [])]

    @property
    def csv(self) -> bytes:
        """The source."""
        names = ["month", "grossCents", "refundCents"] if self.currency is None else ["when", *ROLES]
        head = [*names, *(["orders"] if self.counted else []), *(["note"] if self.note else [])]
        return "\n".join([",".join(head), *self.lines.values(), ""]).encode()

    @property
    def options(self) -> dict[str, Any]:
        """The options of the request."""
        found: dict[str, Any] = {"ignoredColumns": ["note"]} if self.note and self.currency is None else {}
        if self.currency:
            form = "'Q'Q YYYY" if self.quarterly else "YYYY-MM"
            mapping = {"period": {"column": "when", "formats": [form]}, **{role: role for role in ROLES}}
            mapping |= {"currency": self.currency} | ({"ignore": ["note"]} if self.note else {})
            found["mappings"] = {"sales": mapping | ({"counts": {"orders": "orders"}} if self.counted else {})}
        if self.counted:
            found["metrics"] = {"orders": {"formula": "orders", "unit": "number", "places": 0}}
        if self.ruled:
            found["houseRules"] = {
                "requiredSections": [self.pick("Audit", "审计")],
                "forbiddenWords": ["synergy", "协同"],
            }
        return found

    def sentence(self, before: str, after: str, growth: object) -> str:
        """Return the interpretation that says this."""
        (was, now), up = self.periods, self.growth > 0
        return self.pick(
            f"Net revenue {'grew' if up else 'fell'} from {before} in {was} to {after} in {now}, a change of {growth} %.",
            f"净收入从{was}的{before}{'增长' if up else '下降'}到{now}的{after}，变化{growth} %。",
        )

    def draft(self) -> Draft:
        """Return a new right draft."""
        before, after = self.both
        metrics: Draft = {
            "baselineNetCents": before.net,
            "currentNetCents": after.net,
            "growthPercent": float(self.growth),
        }
        if self.counted:
            metrics["declared"] = {"orders.baseline": before.orders, "orders.current": after.orders}
        sections = [
            {"title": self.pick("Audit", "审计"), "text": self.pick("The figures are not audited.", "数据未经审计。")}
        ]
        return copy.deepcopy(
            {
                "title": self.pick("Net revenue compared", "净收入比较"),
                "metrics": metrics,
                "interpretation": self.sentence(self.money(before.net), self.money(after.net), self.growth),
                "limitations": [
                    self.pick("The data does not show why revenue changed.", "数据没有说明收入变化的原因。")
                ],
                "actions": [
                    {
                        "owner": self.pick("Finance manager", "财务经理"),
                        "task": self.pick(
                            "Check the amounts against the accounting records.", "将金额与会计记录核对。"
                        ),
                    }
                ],
                "citations": [{"sourceId": f"sales-{one}", "quote": self.lines[one]} for one in self.periods],
                **({"sections": sections} if self.ruled else {}),
            }
        )
