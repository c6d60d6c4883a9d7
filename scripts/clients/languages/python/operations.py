"""Calls the five operations with a generated client and checks what they return.

The module of each generator beside this one implements Client with what was generated.
"""

import json
import os
import re
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


def variable(name: str) -> str:
    return os.environ[f"CULPRIT_{name}"]


BASE_URL = variable("URL")
TOKEN = variable("TOKEN")
ORGANIZATION = variable("ORGANIZATION")
TEAM = variable("TEAM")
PROJECT = variable("PROJECT")
PER_PAGE = int(variable("PER_PAGE"))
NEXT = re.compile(r'rel="next"; results="true"; cursor="([^"]+)"')
COMMIT = "8b2f6a1c0d3e4f5061728394a5b6c7d8e9f0a1b2"


class EmptyRemoval(Exception):
    """A request would remove the first 1000 issues, because it has no id."""


def refuse_removal_of_all(method: str, url: str) -> None:
    """Refuses to remove issues without an id: a generated client may send no id for an empty list."""
    path, _, query = url.partition("?")
    if method == "DELETE" and path.endswith("/issues/") and "id=" not in query:
        raise EmptyRemoval("the list of issues to remove is empty")


@dataclass
class Settings:
    """A project as updateProject returns it."""

    name: str
    subject_prefix: str
    is_bookmarked: bool
    safe_fields: list[str]


@dataclass
class Row:
    """A record of a list. An event has its entries as JSON, or None without its body."""

    id: str
    entries: str | None = None


@dataclass
class Page:
    rows: list[Row]
    link: str


class Client(Protocol):
    """What a generated client does. A reply that is an error is raised, except where a method is named after it."""

    def save_settings(self) -> None:
        """Sets isBookmarked to true, subjectPrefix to "[shop]" and safeFields to ["order"]."""

    def rename(self, name: str) -> Settings:
        """Sends only a name."""

    def list_team_projects(self, cursor: str | None) -> Page: ...

    def list_project_events(self, cursor: str | None, full: bool) -> Page: ...

    def remove_issues(self, ids: list[int]) -> str:
        """Returns the text of the reply."""

    def get_source_map_debug(self, event: str, frame: int, exception: int) -> Sequence[tuple[str, str]]:
        """Returns the type and the message of each reason."""

    def create_release(self, version: str, commit: str) -> int:
        """Creates a release of the project with one commit, and returns its number of commits."""

    def update_release(self, version: str, ref: str) -> int:
        """Sends only a ref, and returns the number of commits."""

    def not_found(self, project: str) -> str:
        """Lists the events of a project that does not exist, and returns the detail of the typed body."""

    def invalid_name(self) -> list[str]:
        """Sends an empty name, and returns the messages about it of the typed body."""

    def read_event(self, text: str) -> str:
        """Reads an event as a reply has it, and returns its title."""


def run(client: Client) -> None:
    check_update(client)
    check_lists(client)
    check_debug(client)
    check_removal(client)
    check_release(client)
    check_errors(client)


def check_update(client: Client) -> None:
    client.save_settings()
    equal(client.rename("Web shop"), Settings("Web shop", "[shop]", True, ["order"]))


def check_lists(client: Client) -> None:
    projects = read_pages(client.list_team_projects)
    equal([row.id for row in projects], values("TEAM_PROJECTS"))
    brief = read_pages(lambda cursor: client.list_project_events(cursor, False))
    full = read_pages(lambda cursor: client.list_project_events(cursor, True))
    for events in (brief, full):
        equal([row.id for row in events], values("EVENTS"))
    equal([row.entries for row in brief], [None] * len(brief))
    for row in full:
        if row.entries is None or '"pay.js"' not in row.entries:
            raise AssertionError(f"an event lost its body with full: {row.entries}")
    check_tolerance(client)


def check_tolerance(client: Client) -> None:
    """Requires that an event is read that has a field of a later version of the service."""
    url = f"{BASE_URL}/api/0/projects/{ORGANIZATION}/{PROJECT}/events/"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request) as response:
        event = json.load(response)[0]
    equal(client.read_event(json.dumps({**event, "addedLater": True})), event["title"])


def check_debug(client: Client) -> None:
    reasons = client.get_source_map_debug(variable("UNMAPPED_EVENT"), -1, 0)
    kind, message = reasons[0]
    equal(kind, variable("UNMAPPED_REASON"))
    equal(message != "", True)


def check_removal(client: Client) -> None:
    try:
        client.remove_issues([])
    except (EmptyRemoval, ValueError):
        equal(events_left(client), values("EVENTS"))
    else:
        raise AssertionError("an empty list is accepted")
    equal(client.remove_issues([int(id) for id in values("REMOVED_ISSUES")]), "Success.")
    equal(events_left(client), values("KEPT_EVENTS"))


def events_left(client: Client) -> list[str]:
    return [row.id for row in read_pages(lambda cursor: client.list_project_events(cursor, False))]


def check_release(client: Client) -> None:
    equal(client.create_release("shop@1.0.0", COMMIT), 1)
    equal(client.update_release("shop@1.0.0", "main"), 1)


def check_errors(client: Client) -> None:
    equal(client.not_found("no-such-project") != "", True)
    equal(client.invalid_name(), ["This field may not be blank."])


def read_pages(read: Callable[[str | None], Page]) -> list[Row]:
    """Reads a list to its end by the cursors of its Link headers."""
    rows: list[Row] = []
    cursor: str | None = None
    while True:
        page = read(cursor)
        if len(page.rows) > PER_PAGE:
            raise AssertionError(f"a page has {len(page.rows)} records")
        rows += page.rows
        match = NEXT.search(page.link)
        if match is None:
            return rows
        cursor = match[1]


def values(name: str) -> list[str]:
    return variable(name).split(",")


def equal(actual: object, expected: object) -> None:
    if actual != expected:
        raise AssertionError(f"{actual} is not {expected}")
