/** The five operations with the client of `redocly generate-client`. */
import { client } from './client/client.js';
import { baseUrl, organization, project, runFiveOperations, team, token } from './operations.js';

client.configure({ serverUrl: baseUrl, auth: { bearer: token } });
const path = { organization_slug: organization, project_slug: project };

/** @throws Error for a reply that is an error */
function dataOf<Data>({ data, response }: { data: Data | undefined; response: Response }): Data {
  if (data === undefined) throw new Error(`${response.url} replied ${response.status}`);
  return data;
}

await runFiveOperations({
  async updateProject(name) {
    return dataOf(await client.updateProject({ path, body: { name } }));
  },
  async listTeamProjects(query) {
    const of = { organization_slug: organization, team_id_or_slug: team };
    const result = await client.listTeamProjects({ path: of, query });
    return { rows: dataOf(result), link: result.response.headers.get('link') };
  },
  async listProjectEvents(query) {
    const result = await client.listProjectEvents({ path, query });
    return { rows: dataOf(result), link: result.response.headers.get('link') };
  },
  async removeIssues(id) {
    return dataOf(await client.removeIssues({ path, query: { id } }));
  },
  async getSourceMapDebug(event_id, query) {
    return dataOf(await client.getSourceMapDebug({ path: { ...path, event_id }, query }));
  },
  async listEventsOfNoProject(project_slug) {
    const { error, response } = await client.listProjectEvents({ path: { ...path, project_slug } });
    return { status: response.status, detail: error && 'detail' in error ? error.detail : '' };
  },
});
