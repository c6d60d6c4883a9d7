"""The five operations with requests of this program and the pydantic models of datamodel-code-generator."""

import json
import urllib.error
import urllib.request
from http import HTTPStatus
from typing import TypeVar
from urllib.parse import quote, urlencode

from culprit_models import (
    BadRequestBody,
    CommitCreation,
    ErrorBody,
    Event,
    FieldErrors,
    FieldName,
    Project,
    ProjectSummary,
    ProjectUpdate,
    Release,
    ReleaseCreation,
    ReleaseUpdate,
    SourceMapError,
)
from operations import (
    BASE_URL,
    ORGANIZATION,
    PER_PAGE,
    PROJECT,
    TEAM,
    TOKEN,
    Page,
    Row,
    Settings,
    refuse_removal_of_all,
    run,
)
from pydantic import BaseModel, TypeAdapter

Body = TypeVar("Body")
Query = dict[str, object]
PROJECT_PATH = f"/api/0/projects/{ORGANIZATION}/{PROJECT}/"
RELEASES = f"/api/0/organizations/{ORGANIZATION}/releases/"


def send(method: str, path: str, query: Query | None = None, body: BaseModel | None = None) -> tuple[str, str]:
    """Returns the body of the reply and its Link header. Of a model, only the fields that were set are sent."""
    pairs = urlencode({name: value for name, value in (query or {}).items() if value is not None}, doseq=True)
    url = f"{BASE_URL}{path}?{pairs}" if pairs else f"{BASE_URL}{path}"
    refuse_removal_of_all(method, url)
    data = None if body is None else body.model_dump_json(exclude_unset=True, by_alias=True).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as response:
        return response.read().decode(), response.headers.get("Link", "")


def fail(expected: HTTPStatus, method: str, path: str, body: BaseModel | None = None) -> str:
    """Sends a request that must be refused, and returns the body of the reply."""
    try:
        send(method, path, body=body)
    except urllib.error.HTTPError as error:
        assert error.code == expected
        return error.read().decode()
    raise AssertionError(f"{method} {path} is accepted")


def read_list(kind: type[Body], path: str, query: Query) -> tuple[list[Body], str]:
    text, link = send("GET", path, query)
    return TypeAdapter(list[kind]).validate_json(text), link  # type: ignore[valid-type]


class Models:
    def save_settings(self) -> None:
        self.update(ProjectUpdate(isBookmarked=True, subjectPrefix="[shop]", safeFields=[FieldName("order")]))

    def update(self, body: ProjectUpdate) -> Project:
        return Project.model_validate_json(send("PUT", PROJECT_PATH, body=body)[0])

    def rename(self, name: str) -> Settings:
        project = self.update(ProjectUpdate(name=name))
        return Settings(project.name, project.subjectPrefix, project.isBookmarked, project.safeFields)

    def list_team_projects(self, cursor: str | None) -> Page:
        path = f"/api/0/teams/{ORGANIZATION}/{TEAM}/projects/"
        projects, link = read_list(ProjectSummary, path, {"cursor": cursor, "per_page": PER_PAGE})
        return Page([Row(project.slug) for project in projects], link)

    def list_project_events(self, cursor: str | None, full: bool) -> Page:
        query: Query = {"cursor": cursor, "per_page": PER_PAGE, "full": str(full).lower()}
        events, link = read_list(Event, f"{PROJECT_PATH}events/", query)
        return Page([Row(event.eventID, entries_of(event)) for event in events], link)

    def remove_issues(self, ids: list[int]) -> str:
        return send("DELETE", f"{PROJECT_PATH}issues/", {"id": ids})[0]

    def get_source_map_debug(self, event: str, frame: int, exception: int) -> list[tuple[str, str]]:
        query: Query = {"frame_idx": frame, "exception_idx": exception}
        reasons, _ = read_list(SourceMapError, f"{PROJECT_PATH}events/{event}/source-map-debug/", query)
        return [(reason.type.value, reason.message) for reason in reasons]

    def create_release(self, version: str, commit: str) -> int:
        release = {"version": version, "projects": [PROJECT], "commits": [CommitCreation(id=commit)]}
        body = ReleaseCreation.model_validate(release)
        return Release.model_validate_json(send("POST", RELEASES, body=body)[0]).commitCount

    def update_release(self, version: str, ref: str) -> int:
        path = f"{RELEASES}{quote(version, safe='')}/"
        return Release.model_validate_json(send("PUT", path, body=ReleaseUpdate(ref=ref))[0]).commitCount

    def not_found(self, project: str) -> str:
        path = f"/api/0/projects/{ORGANIZATION}/{project}/events/"
        return ErrorBody.model_validate_json(fail(HTTPStatus.NOT_FOUND, "GET", path)).detail

    def invalid_name(self) -> list[str]:
        # A model that is constructed without its checks: an empty name does not pass those of the model.
        body = ProjectUpdate.model_construct(name="")
        fields = BadRequestBody.model_validate_json(fail(HTTPStatus.BAD_REQUEST, "PUT", PROJECT_PATH, body)).root
        assert isinstance(fields, FieldErrors) and fields.model_extra is not None
        return list(fields.model_extra["name"])

    def read_event(self, text: str) -> str:
        return Event.model_validate_json(text).title


def entries_of(event: Event) -> str | None:
    if event.entries is None:
        return None
    return json.dumps([entry.model_dump(mode="json") for entry in event.entries])


run(Models())
