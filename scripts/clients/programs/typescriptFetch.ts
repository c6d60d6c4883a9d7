/** The five operations with the client of openapi-generator's target typescript-fetch. */
import {
  type ApiResponse,
  Configuration,
  ErrorBodyFromJSON,
  EventsApi,
  IssuesApi,
  ProjectsApi,
  ResponseError,
  TeamsApi,
} from './client/index.js';
import { baseUrl, organization, type Page, project, serve, team, token } from './operations.js';

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

await serve({
  updateProject: (body) => projects.updateProject({ ...path, projectUpdate: body }),
  async listTeamProjects({ per_page, cursor }) {
    const page = { perPage: per_page, ...(cursor !== undefined && { cursor }) };
    return pageOf(await teams.listTeamProjectsRaw({ organizationSlug: organization, teamIdOrSlug: team, ...page }));
  },
  async listProjectEvents(projectSlug, { per_page, cursor, full }) {
    const page = { perPage: per_page, ...(cursor !== undefined && { cursor }), ...(full !== undefined && { full }) };
    try {
      return await pageOf(await events.listProjectEventsRaw({ ...path, projectSlug, ...page }));
    } catch (error) {
      // The client throws the reply of an error, with its body unread.
      if (!(error instanceof ResponseError)) throw error;
      const { status } = error.response;
      return { status, detail: ErrorBodyFromJSON(await error.response.json()).detail };
    }
  },
  removeIssues: (id) => issues.removeIssues({ ...path, id }),
  getSourceMapDebug: (eventId, { frame_idx, exception_idx }) =>
    events.getSourceMapDebug({ ...path, eventId, frameIdx: frame_idx, exceptionIdx: exception_idx }),
});
