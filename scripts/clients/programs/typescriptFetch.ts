/** The five operations with the client of openapi-generator's target typescript-fetch. */
import assert from 'node:assert/strict';
import {
  type ApiResponse,
  BadRequestBodyFromJSON,
  Configuration,
  ErrorBodyFromJSON,
  EventsApi,
  IssuesApi,
  ProjectsApi,
  ResponseError,
  TeamsApi,
} from './client/index.js';
import { baseUrl, organization, type Page, project, runFiveOperations, team, token } from './operations.js';

const configuration = new Configuration({ basePath: baseUrl, accessToken: token });
const projects = new ProjectsApi(configuration);
const teams = new TeamsApi(configuration);
const events = new EventsApi(configuration);
const issues = new IssuesApi(configuration);
const path = { organizationSlug: organization, projectSlug: project };

/** Returns the records of a list, and the header that only the `Raw` methods give access to. */
async function pageOf<Row>(reply: ApiResponse<Row[]>): Promise<Page<Row>> {
  return { rows: await reply.value(), link: reply.raw.headers.get('link') };
}

/** Returns the reply of a request that is refused: the client throws it, with its body unread. */
async function refusal(request: Promise<unknown>): Promise<Response> {
  try {
    await request;
  } catch (error) {
    if (error instanceof ResponseError) return error.response;
    throw error;
  }
  throw new Error('An invalid request is accepted.');
}

const invalid = await refusal(projects.updateProject({ ...path, projectUpdate: { name: '' } }));
assert.equal(invalid.status, 400);
const body = BadRequestBodyFromJSON(await invalid.json());
assert.deepEqual('name' in body && body['name'], ['This field may not be blank.']);

// The client sends an empty id for an empty list.
assert.equal((await refusal(issues.removeIssues({ ...path, id: [] }))).status, 400);

await runFiveOperations({
  updateProject: (name) => projects.updateProject({ ...path, projectUpdate: { name } }),
  async listTeamProjects({ per_page, cursor }) {
    const page = { perPage: per_page, ...(cursor !== undefined && { cursor }) };
    return pageOf(await teams.listTeamProjectsRaw({ organizationSlug: organization, teamIdOrSlug: team, ...page }));
  },
  async listProjectEvents({ per_page, cursor, full }) {
    const page = { perPage: per_page, ...(cursor !== undefined && { cursor }), ...(full !== undefined && { full }) };
    return pageOf(await events.listProjectEventsRaw({ ...path, ...page }));
  },
  removeIssues: (id) => issues.removeIssues({ ...path, id }),
  getSourceMapDebug: (eventId, { frame_idx, exception_idx }) =>
    events.getSourceMapDebug({ ...path, eventId, frameIdx: frame_idx, exceptionIdx: exception_idx }),
  async listEventsOfNoProject(projectSlug) {
    const reply = await refusal(events.listProjectEvents({ ...path, projectSlug }));
    return { status: reply.status, detail: ErrorBodyFromJSON(await reply.json()).detail };
  },
});
