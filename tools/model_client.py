"""The HTTP client of a model: it goes where it is sent and nowhere else."""

import ipaddress
import ssl
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from ditto.tools.embedded_model import Endpoint
from ditto.tools.sections import Provider


def chat_openai(endpoint: Endpoint, provider: Provider) -> Any:
    """Return the client of an endpoint: one request an attempt, no redirects, nothing beyond the time limit."""
    import httpx2
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    # Redirects could lead to a host that is not allowed; a proxy has no business on loopback.
    trusts = not _loopback(endpoint.base_url)
    client = httpx2.AsyncClient(
        follow_redirects=False,
        trust_env=trusts,
        timeout=provider.timeout_seconds,
        verify=_verification(endpoint.base_url, trusts),
    )
    return ChatOpenAI(
        base_url=endpoint.base_url,
        api_key=SecretStr(endpoint.key),
        model=endpoint.model,
        max_retries=0,
        timeout=provider.timeout_seconds,
        http_async_client=client,
        use_responses_api=False,
    )


def _verification(base_url: str, trusts: bool) -> ssl.SSLContext | bool:
    """Return how a server is verified; plain HTTP without a proxy never speaks TLS, and loads no authorities."""
    return _certificates(trusts) if trusts or urlsplit(base_url).scheme == "https" else False


@cache
def _certificates(trusts: bool) -> ssl.SSLContext:
    import httpx2

    return httpx2.create_ssl_context(trust_env=trusts)


def _loopback(base_url: str) -> bool:
    host = urlsplit(base_url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
