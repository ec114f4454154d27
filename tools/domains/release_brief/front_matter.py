"""YAML as plain data: mappings and scalars as they are written, nothing that refers, repeats or builds an object."""

from typing import Any

import yaml

from ditto.state.canonical import Json, NotStrict

_REFUSED = (yaml.AliasToken, yaml.AnchorToken, yaml.TagToken, yaml.DirectiveToken)


def mapping(text: str) -> Json:
    """Return a document that is one mapping; every scalar is a string as written, so that a date stays as it is.

    Raises NotStrict for aliases, anchors, tags, repeated keys, and anything but mappings of scalars.
    """
    try:
        for token in yaml.scan(text):
            if isinstance(token, _REFUSED):
                raise NotStrict(f"{type(token).__name__.removesuffix('Token').lower()}es are not read, {_place(token)}")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as cause:
        raise NotStrict(f"not valid YAML: {' '.join(str(cause).split())[:160]}") from cause
    if not isinstance(node, yaml.MappingNode):
        raise NotStrict("not a mapping")
    return _mapping(node)


def front(text: str) -> str:
    """Return the YAML between the first two lines of three hyphens; raises NotStrict where the file does not begin so."""
    first, *rest = text.splitlines()[:1] or [""], *text.splitlines()[1:]
    if first != ["---"] or "---" not in rest:
        raise NotStrict("no front matter: the file does not begin with a block between two lines of ---")
    return "\n".join(rest[: rest.index("---")])


def _mapping(node: Any) -> Json:
    found: Json = {}
    for key, value in node.value:
        name = _scalar(key)
        if name in found:
            raise NotStrict(f"the key {name[:60]!r} stands more than once, {_place(key)}")
        found[name] = _mapping(value) if isinstance(value, yaml.MappingNode) else _scalar(value)
    return found


def _scalar(node: Any) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise NotStrict(f"neither a mapping nor one value, {_place(node)}")
    return node.value


def _place(token: Any) -> str:
    return f"line {token.start_mark.line + 1}"
