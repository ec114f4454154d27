"""The conformance suite for a subject of one's own: each of `CHECKS` takes the subject and raises AssertionError.

for check in CHECKS:
    check(domain)
"""

from ditto.tools.domain_suite import CHECKS
from ditto.tools.domain_trial import Check

__all__ = ["CHECKS", "Check"]
