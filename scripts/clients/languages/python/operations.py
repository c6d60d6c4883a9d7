"""Serves the five operations of a generated client on standard input and output.

A line of input is a request as JSON, and a line of output its reply (scripts/clients/check.ts). The module of each
generator beside this one has the operations.
"""

import json
import os
import re
import sys
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]


def variable(name: str) -> str:
    return os.environ[f"CULPRIT_{name}"]


BASE_URL = variable("URL")
TOKEN = variable("TOKEN")
ORGANIZATION = variable("ORGANIZATION")
TEAM = variable("TEAM")
PROJECT = variable("PROJECT")
PER_PAGE = int(variable("PER_PAGE"))


def refuse_removal_of_all(method: str, url: str) -> None:
    """Refuses to remove issues without an id: a generated client may send no id for an empty list."""
    path, _, query = url.partition("?")
    if method == "DELETE" and path.endswith("/issues/") and "id=" not in query:
        raise ValueError("the list of issues to remove is empty")


def unexpected(error: Exception) -> Json:
    return {"error": repr(error)}


def serve(operations: object, describe: Callable[[Exception], Json] = unexpected) -> None:
    """Calls the methods of an object. What they raise is described as a reply."""
    for line in sys.stdin:
        request = json.loads(line)
        name = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", request.pop("operation"))
        try:
            reply = getattr(operations, name)(**request)
        except Exception as error:
            reply = describe(error)
        print(json.dumps(reply, default=str), flush=True)
