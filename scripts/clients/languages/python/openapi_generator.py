"""The five operations with the Python client of openapi-generator."""

import json
from typing import Any

from culprit_client import (
    ApiClient,
    ApiResponse,
    BadRequestBody,
    CommitCreation,
    Configuration,
    ErrorBody,
    Event,
    EventsApi,
    FieldErrors,
    IssuesApi,
    ProjectReference,
    ProjectsApi,
    ProjectUpdate,
    ReleaseCreation,
    ReleasesApi,
    ReleaseUpdate,
    TeamsApi,
)
from culprit_client.exceptions import BadRequestException, NotFoundException
from operations import BASE_URL, ORGANIZATION, PER_PAGE, PROJECT, TEAM, TOKEN, Page, Row, Settings, run

PATH = (ORGANIZATION, PROJECT)


class Generated:
    def __init__(self, client: ApiClient) -> None:
        self.projects = ProjectsApi(client)
        self.teams = TeamsApi(client)
        self.events = EventsApi(client)
        self.issues = IssuesApi(client)
        self.releases = ReleasesApi(client)

    def save_settings(self) -> None:
        body = ProjectUpdate(isBookmarked=True, subjectPrefix="[shop]", safeFields=["order"])
        self.projects.update_project(*PATH, project_update=body)

    def rename(self, name: str) -> Settings:
        project = self.projects.update_project(*PATH, project_update=ProjectUpdate(name=name))
        return Settings(project.name, project.subject_prefix, project.is_bookmarked, project.safe_fields)

    def list_team_projects(self, cursor: str | None) -> Page:
        reply = self.teams.list_team_projects_with_http_info(ORGANIZATION, TEAM, cursor=cursor, per_page=PER_PAGE)
        return Page([Row(project.slug) for project in reply.data], link_of(reply))

    def list_project_events(self, cursor: str | None, full: bool) -> Page:
        reply = self.events.list_project_events_with_http_info(*PATH, full=full, cursor=cursor, per_page=PER_PAGE)
        return Page([Row(event.event_id, entries_of(event)) for event in reply.data], link_of(reply))

    def remove_issues(self, ids: list[int]) -> str:
        return self.issues.remove_issues(*PATH, id=ids)

    def get_source_map_debug(self, event: str, frame: int, exception: int) -> list[tuple[str, str]]:
        reasons = self.events.get_source_map_debug(*PATH, event, frame_idx=frame, exception_idx=exception)
        return [(reason.type.value, reason.message) for reason in reasons]

    def create_release(self, version: str, commit: str) -> int:
        projects = [ProjectReference(PROJECT)]
        body = ReleaseCreation(version=version, projects=projects, commits=[CommitCreation(id=commit)])
        return self.releases.create_release(ORGANIZATION, body).commit_count

    def update_release(self, version: str, ref: str) -> int:
        return self.releases.update_release(ORGANIZATION, version, ReleaseUpdate(ref=ref)).commit_count

    def not_found(self, project: str) -> str:
        try:
            self.events.list_project_events(ORGANIZATION, project)
        except NotFoundException as error:
            assert isinstance(error.data, ErrorBody)
            return error.data.detail
        raise AssertionError("a project that does not exist has events")

    def invalid_name(self) -> list[str]:
        # A model that is constructed without its checks: an empty name does not pass those of the client.
        try:
            self.projects.update_project(*PATH, project_update=ProjectUpdate.model_construct(name=""))
        except BadRequestException as error:
            assert isinstance(error.data, BadRequestBody)
            fields = error.data.actual_instance
            assert isinstance(fields, FieldErrors)
            return list(fields.additional_properties["name"])
        raise AssertionError("an empty name is accepted")

    def read_event(self, text: str) -> str:
        event = Event.from_json(text)
        assert event is not None
        return event.title


def entries_of(event: Event) -> str | None:
    return None if event.entries is None else json.dumps([entry.to_dict() for entry in event.entries])


def link_of(reply: ApiResponse[Any]) -> str:
    return reply.headers["Link"] if reply.headers else ""


with ApiClient(Configuration(host=BASE_URL, access_token=TOKEN)) as client:
    run(Generated(client))
