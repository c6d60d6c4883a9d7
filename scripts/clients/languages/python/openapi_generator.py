"""The five operations with the Python client of openapi-generator."""

from typing import Any

from culprit_client import ApiClient, ApiResponse, Configuration, EventsApi
from culprit_client import IssuesApi, ProjectsApi, ProjectUpdate, TeamsApi
from culprit_client.exceptions import ApiException
from operations import BASE_URL, ORGANIZATION, PER_PAGE, PROJECT, TEAM, TOKEN, Json, serve, unexpected

PATH = (ORGANIZATION, PROJECT)


class Operations:
    def __init__(self, client: ApiClient) -> None:
        self.projects = ProjectsApi(client)
        self.teams = TeamsApi(client)
        self.events = EventsApi(client)
        self.issues = IssuesApi(client)

    def update_project(self, body: Json) -> Json:
        return {"data": self.projects.update_project(*PATH, project_update=ProjectUpdate.from_dict(body)).to_dict()}

    def list_team_projects(self, cursor: str | None = None) -> Json:
        reply = self.teams.list_team_projects_with_http_info(ORGANIZATION, TEAM, cursor=cursor, per_page=PER_PAGE)
        return {"ids": [project.slug for project in reply.data], "link": link_of(reply)}

    def list_project_events(self, project: str, full: bool, cursor: str | None = None) -> Json:
        reply = self.events.list_project_events_with_http_info(
            ORGANIZATION, project, full=full, cursor=cursor, per_page=PER_PAGE
        )
        ids = [event.event_id for event in reply.data]
        return {"ids": ids, "data": [event.to_dict() for event in reply.data], "link": link_of(reply)}

    def remove_issues(self, ids: list[int]) -> Json:
        return {"data": self.issues.remove_issues(*PATH, id=ids)}

    def get_source_map_debug(self, event: str, frame: int, exception: int) -> Json:
        reasons = self.events.get_source_map_debug(*PATH, event, frame_idx=frame, exception_idx=exception)
        return {"data": [reason.to_dict() for reason in reasons]}


def link_of(reply: ApiResponse[Any]) -> str:
    return reply.headers["Link"] if reply.headers else ""


def describe(error: Exception) -> Json:
    if isinstance(error, ApiException) and error.data is not None:
        return {"status": error.status, "data": error.data.to_dict()}
    return unexpected(error)


with ApiClient(Configuration(host=BASE_URL, access_token=TOKEN)) as client:
    serve(Operations(client), describe)
