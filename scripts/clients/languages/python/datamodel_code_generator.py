"""The five operations with requests of this program and the pydantic models of datamodel-code-generator."""

import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlencode

from culprit_models import BadRequestBody, ErrorBody, Event, Project, ProjectSummary, ProjectUpdate, SourceMapError
from operations import (
    BASE_URL,
    ORGANIZATION,
    PER_PAGE,
    PROJECT,
    TEAM,
    TOKEN,
    Json,
    refuse_removal_of_all,
    serve,
    unexpected,
)
from pydantic import BaseModel, TypeAdapter

PATH = f"/api/0/projects/{ORGANIZATION}/"
ERRORS: dict[int, type[BaseModel]] = {400: BadRequestBody, 404: ErrorBody}


def send(method: str, path: str, query: Json | None = None, body: BaseModel | None = None) -> tuple[str, str]:
    """Returns the body of the reply and its Link header. Of a model, only the fields that were set are sent."""
    pairs = urlencode({name: value for name, value in (query or {}).items() if value is not None}, doseq=True)
    url = f"{BASE_URL}{path}?{pairs}" if pairs else f"{BASE_URL}{path}"
    refuse_removal_of_all(method, url)
    data = None if body is None else body.model_dump_json(exclude_unset=True, by_alias=True).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as response:
        return response.read().decode(), response.headers.get("Link", "")


class Operations:
    def update_project(self, body: Json) -> Json:
        text, _ = send("PUT", f"{PATH}{PROJECT}/", body=ProjectUpdate.model_validate(body))
        return {"data": dump(Project.model_validate_json(text))}

    def list_team_projects(self, cursor: str | None = None) -> Json:
        query = {"cursor": cursor, "per_page": PER_PAGE}
        text, link = send("GET", f"/api/0/teams/{ORGANIZATION}/{TEAM}/projects/", query)
        projects = TypeAdapter(list[ProjectSummary]).validate_json(text)
        return {"ids": [project.slug for project in projects], "link": link}

    def list_project_events(self, project: str, full: bool, cursor: str | None = None) -> Json:
        query = {"cursor": cursor, "per_page": PER_PAGE, "full": str(full).lower()}
        text, link = send("GET", f"{PATH}{project}/events/", query)
        events = TypeAdapter(list[Event]).validate_json(text)
        return {"ids": [event.eventID for event in events], "data": [dump(event) for event in events], "link": link}

    def remove_issues(self, ids: list[int]) -> Json:
        return {"data": send("DELETE", f"{PATH}{PROJECT}/issues/", {"id": ids})[0]}

    def get_source_map_debug(self, event: str, frame: int, exception: int) -> Json:
        query = {"frame_idx": frame, "exception_idx": exception}
        text, _ = send("GET", f"{PATH}{PROJECT}/events/{event}/source-map-debug/", query)
        return {"data": [dump(reason) for reason in TypeAdapter(list[SourceMapError]).validate_json(text)]}


def dump(model: BaseModel) -> Any:
    return model.model_dump(mode="json", by_alias=True)


def describe(error: Exception) -> Json:
    if isinstance(error, urllib.error.HTTPError):
        return {"status": error.code, "data": dump(ERRORS[error.code].model_validate_json(error.read()))}
    return unexpected(error)


serve(Operations(), describe)
