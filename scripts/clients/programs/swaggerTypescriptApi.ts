/** The five operations with the client of swagger-typescript-api. */
import { Api } from './client/client.js';
import { baseUrl, organization, project, serve, team, token } from './operations.js';

const { api } = new Api({ baseUrl, baseApiParams: { headers: { Authorization: `Bearer ${token}` } } });

await serve({
  async updateProject(body) {
    return (await api.updateProject(organization, project, body)).data;
  },
  async listTeamProjects(query) {
    const { data, headers } = await api.listTeamProjects(organization, team, query);
    return { rows: data, link: headers.get('link') };
  },
  async listProjectEvents(slug, query) {
    try {
      const { data, headers } = await api.listProjectEvents(organization, slug, query);
      return { rows: data, link: headers.get('link') };
    } catch (reply) {
      const { status, error } = reply as Awaited<ReturnType<typeof api.listProjectEvents>>;
      return { status, detail: typeof error.detail === 'string' ? error.detail : undefined };
    }
  },
  async removeIssues(id) {
    // A reply that is not JSON is left unread; it has the methods of the `Response` of fetch.
    return (await api.removeIssues(organization, project, { id })).text();
  },
  async getSourceMapDebug(event, query) {
    return (await api.getSourceMapDebug(organization, project, event, query)).data;
  },
});
