/** The five operations with the client of swagger-typescript-api. */
import { Api } from './client/client.js';
import { baseUrl, organization, project, runFiveOperations, team, token } from './operations.js';

const { api } = new Api({ baseUrl, baseApiParams: { headers: { Authorization: `Bearer ${token}` } } });

await runFiveOperations({
  async updateProject(name) {
    return (await api.updateProject(organization, project, { name })).data;
  },
  async listTeamProjects(query) {
    const { data, headers } = await api.listTeamProjects(organization, team, query);
    return { rows: data, link: headers.get('link') };
  },
  async listProjectEvents(query) {
    const { data, headers } = await api.listProjectEvents(organization, project, query);
    return { rows: data, link: headers.get('link') };
  },
  async removeIssues(id) {
    // A reply that is not JSON is left unread; it has the methods of the `Response` of fetch.
    return (await api.removeIssues(organization, project, { id })).text();
  },
  async getSourceMapDebug(event, query) {
    return (await api.getSourceMapDebug(organization, project, event, query)).data;
  },
  async listEventsOfNoProject(slug) {
    try {
      await api.listProjectEvents(organization, slug);
      return { status: 200, detail: '' };
    } catch (reply) {
      const { status, error } = reply as Awaited<ReturnType<typeof api.listProjectEvents>>;
      return { status, detail: typeof error.detail === 'string' ? error.detail : '' };
    }
  },
});
