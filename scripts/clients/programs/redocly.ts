/** The five operations with the client of `redocly generate-client`. */
import { client } from './client/client.js';
import { baseUrl, dataOf, organization, project, serve, team, token } from './operations.js';

client.configure({ serverUrl: baseUrl, auth: { bearer: token } });
const path = { organization_slug: organization, project_slug: project };

await serve({
  async updateProject(body) {
    return dataOf(await client.updateProject({ path, body }));
  },
  async listTeamProjects(query) {
    const of = { organization_slug: organization, team_id_or_slug: team };
    const result = await client.listTeamProjects({ path: of, query });
    return { rows: dataOf(result), link: result.response.headers.get('link') };
  },
  async listProjectEvents(project_slug, query) {
    const { data, error, response } = await client.listProjectEvents({ path: { ...path, project_slug }, query });
    const detail = error && 'detail' in error ? error.detail : undefined;
    return { rows: data, link: response.headers.get('link'), status: response.status, detail };
  },
  async removeIssues(id) {
    return dataOf(await client.removeIssues({ path, query: { id } }));
  },
  async getSourceMapDebug(event_id, query) {
    return dataOf(await client.getSourceMapDebug({ path: { ...path, event_id }, query }));
  },
});
