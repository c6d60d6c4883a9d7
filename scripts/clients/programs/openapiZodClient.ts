/** The five operations with the client of openapi-zod-client, which validates every request and reply. */
import { isErrorFromAlias } from '@zodios/core';
import { createApiClient } from './client/client.js';
import { baseUrl, organization, project, serve, team, token } from './operations.js';

const client = createApiClient(baseUrl, {
  // Lists are sent as `id=4&id=7`.
  axiosConfig: { headers: { Authorization: `Bearer ${token}` }, paramsSerializer: { indexes: null } },
});
const params = { organization_slug: organization, project_slug: project };

/** Replies have no headers in this client; a plugin sees them. */
let link: string | undefined;
client.use({
  name: 'link',
  async response(_endpoints, _config, response) {
    link = String(response.headers['link'] ?? '');
    return response;
  },
});

await serve({
  updateProject: (body) => client.updateProject(body, { params }),
  async listTeamProjects(queries) {
    const rows = await client.listTeamProjects({
      params: { organization_slug: organization, team_id_or_slug: team },
      queries,
    });
    return { rows, link };
  },
  async listProjectEvents(project_slug, queries) {
    try {
      return { rows: await client.listProjectEvents({ params: { ...params, project_slug }, queries }), link };
    } catch (error) {
      if (!isErrorFromAlias(client.api, 'listProjectEvents', error) || error.response.status !== 404) throw error;
      return { status: 404, detail: error.response.data.detail };
    }
  },
  removeIssues: (id) => client.removeIssues(undefined, { params, queries: { id } }),
  getSourceMapDebug: (event_id, queries) => client.getSourceMapDebug({ params: { ...params, event_id }, queries }),
});
