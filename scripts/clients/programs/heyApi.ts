/** The five operations with the client of `@hey-api/openapi-ts`. */
import { client } from './client/client.gen.js';
import { getSourceMapDebug, listProjectEvents, listTeamProjects, removeIssues, updateProject } from './client/index.js';
import { baseUrl, organization, project, serve, team, token } from './operations.js';

client.setConfig({ baseUrl, auth: token });
const path = { organization_slug: organization, project_slug: project };
const throwOnError = true;

await serve({
  async updateProject(body) {
    return (await updateProject({ path, body, throwOnError })).data;
  },
  async listTeamProjects(query) {
    const of = { organization_slug: organization, team_id_or_slug: team };
    const { data, response } = await listTeamProjects({ path: of, query, throwOnError });
    return { rows: data, link: response.headers.get('link') };
  },
  async listProjectEvents(project_slug, query) {
    const { data, error, response } = await listProjectEvents({ path: { ...path, project_slug }, query });
    const detail = error && 'detail' in error ? error.detail : undefined;
    return { rows: data, link: response?.headers.get('link'), status: response?.status, detail };
  },
  async removeIssues(id) {
    return (await removeIssues({ path, query: { id }, throwOnError })).data;
  },
  async getSourceMapDebug(event_id, query) {
    return (await getSourceMapDebug({ path: { ...path, event_id }, query, throwOnError })).data;
  },
});
