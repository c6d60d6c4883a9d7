"""The five operations with the client of openapi-python-client."""

from typing import Any

import httpx
from culprit_client import AuthenticatedClient
from culprit_client.api.events import get_source_map_debug, list_project_events
from culprit_client.api.issues import remove_issues
from culprit_client.api.projects import update_project
from culprit_client.api.teams import list_team_projects
from culprit_client.models import Project, ProjectUpdate
from culprit_client.types import UNSET, Response
from operations import BASE_URL, ORGANIZATION, PER_PAGE, PROJECT, TEAM, TOKEN, Json, refuse_removal_of_all, serve

PATH = (ORGANIZATION, PROJECT)


def check_request(request: httpx.Request) -> None:
    refuse_removal_of_all(request.method, str(request.url))


hooks = {"event_hooks": {"request": [check_request]}}
client = AuthenticatedClient(base_url=BASE_URL, token=TOKEN, raise_on_unexpected_status=True, httpx_args=hooks)


class Operations:
    def update_project(self, body: Json) -> Json:
        reply = update_project.sync_detailed(*PATH, client=client, body=ProjectUpdate.from_dict(body))
        return {"data": reply.parsed.to_dict()} if isinstance(reply.parsed, Project) else failure_of(reply)

    def list_team_projects(self, cursor: str | None = None) -> Json:
        reply = list_team_projects.sync_detailed(
            ORGANIZATION, TEAM, client=client, cursor=cursor or UNSET, per_page=PER_PAGE
        )
        if not isinstance(reply.parsed, list):
            return failure_of(reply)
        return {"ids": [project.slug for project in reply.parsed], "link": reply.headers["Link"]}

    def list_project_events(self, project: str, full: bool, cursor: str | None = None) -> Json:
        reply = list_project_events.sync_detailed(
            ORGANIZATION, project, client=client, full=full, cursor=cursor or UNSET, per_page=PER_PAGE
        )
        if not isinstance(reply.parsed, list):
            return failure_of(reply)
        ids = [event.event_id for event in reply.parsed]
        return {"ids": ids, "data": [event.to_dict() for event in reply.parsed], "link": reply.headers["Link"]}

    def remove_issues(self, ids: list[int]) -> Json:
        return {"data": remove_issues.sync(*PATH, client=client, id=ids)}

    def get_source_map_debug(self, event: str, frame: int, exception: int) -> Json:
        reasons = get_source_map_debug.sync(*PATH, event, client=client, frame_idx=frame, exception_idx=exception)
        assert isinstance(reasons, list)
        return {"data": [reason.to_dict() for reason in reasons]}


def failure_of(reply: Response[Any]) -> Json:
    """Returns the body of a reply that is an error: errors are returned and not raised."""
    assert reply.parsed is not None
    return {"status": int(reply.status_code), "data": reply.parsed.to_dict()}


with client:
    serve(Operations())
