"""The five operations with the client of openapi-python-client."""

import json
from http import HTTPStatus
from typing import Any, TypeVar

import httpx
from culprit_client import AuthenticatedClient
from culprit_client.api.events import get_source_map_debug, list_project_events
from culprit_client.api.issues import remove_issues
from culprit_client.api.projects import update_project
from culprit_client.api.releases import create_release, update_release
from culprit_client.api.teams import list_team_projects
from culprit_client.models import (
    CommitCreation,
    ErrorBody,
    Event,
    FieldErrors,
    Project,
    ProjectUpdate,
    Release,
    ReleaseCreation,
    ReleaseUpdate,
)
from culprit_client.types import UNSET, Response, Unset
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

Body = TypeVar("Body")
PATH = (ORGANIZATION, PROJECT)


def check_request(request: httpx.Request) -> None:
    refuse_removal_of_all(request.method, str(request.url))


hooks = {"event_hooks": {"request": [check_request]}}
client = AuthenticatedClient(base_url=BASE_URL, token=TOKEN, raise_on_unexpected_status=True, httpx_args=hooks)


class Generated:
    def save_settings(self) -> None:
        body = ProjectUpdate(is_bookmarked=True, subject_prefix="[shop]", safe_fields=["order"])
        body_of(update_project.sync_detailed(*PATH, client=client, body=body), Project)

    def rename(self, name: str) -> Settings:
        reply = update_project.sync_detailed(*PATH, client=client, body=ProjectUpdate(name=name))
        project = body_of(reply, Project)
        return Settings(project.name, project.subject_prefix, project.is_bookmarked, project.safe_fields)

    def list_team_projects(self, cursor: str | None) -> Page:
        reply = list_team_projects.sync_detailed(
            ORGANIZATION, TEAM, client=client, cursor=given(cursor), per_page=PER_PAGE
        )
        assert isinstance(reply.parsed, list)
        return Page([Row(project.slug) for project in reply.parsed], reply.headers["Link"])

    def list_project_events(self, cursor: str | None, full: bool) -> Page:
        reply = list_project_events.sync_detailed(
            *PATH, client=client, full=full, cursor=given(cursor), per_page=PER_PAGE
        )
        assert isinstance(reply.parsed, list)
        return Page([Row(event.event_id, entries_of(event)) for event in reply.parsed], reply.headers["Link"])

    def remove_issues(self, ids: list[int]) -> str:
        text = remove_issues.sync(*PATH, client=client, id=ids)
        assert isinstance(text, str)
        return text

    def get_source_map_debug(self, event: str, frame: int, exception: int) -> list[tuple[str, str]]:
        reasons = get_source_map_debug.sync(*PATH, event, client=client, frame_idx=frame, exception_idx=exception)
        assert isinstance(reasons, list)
        return [(reason.type_.value, reason.message) for reason in reasons]

    def create_release(self, version: str, commit: str) -> int:
        body = ReleaseCreation(version=version, projects=[PROJECT], commits=[CommitCreation(id=commit)])
        return body_of(create_release.sync_detailed(ORGANIZATION, client=client, body=body), Release).commit_count

    def update_release(self, version: str, ref: str) -> int:
        body = ReleaseUpdate(ref=ref)
        reply = update_release.sync_detailed(ORGANIZATION, version, client=client, body=body)
        return body_of(reply, Release).commit_count

    def not_found(self, project: str) -> str:
        reply = list_project_events.sync_detailed(ORGANIZATION, project, client=client)
        assert reply.status_code == HTTPStatus.NOT_FOUND
        return body_of(reply, ErrorBody).detail

    def invalid_name(self) -> list[str]:
        reply = update_project.sync_detailed(*PATH, client=client, body=ProjectUpdate(name=""))
        assert reply.status_code == HTTPStatus.BAD_REQUEST
        return body_of(reply, FieldErrors).additional_properties["name"]

    def read_event(self, text: str) -> str:
        return Event.from_dict(json.loads(text)).title


def body_of(reply: Response[Any], kind: type[Body]) -> Body:
    """Returns the body of a reply, which must have this type: errors are returned and not raised."""
    assert isinstance(reply.parsed, kind), reply.content
    return reply.parsed


def given(value: str | None) -> str | Unset:
    return UNSET if value is None else value


def entries_of(event: Event) -> str | None:
    if isinstance(event.entries, Unset):
        return None
    return json.dumps([entry.to_dict() for entry in event.entries])


with client:
    run(Generated())
