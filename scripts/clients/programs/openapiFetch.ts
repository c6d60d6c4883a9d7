/** The five operations with openapi-fetch, by the types of openapi-typescript. */
import createClient from 'openapi-fetch';
import type { paths } from './client/api.js';
import { baseUrl, dataOf, organization, project, serve, team, token } from './operations.js';

const PROJECT = '/api/0/projects/{organization_slug}/{project_slug}/';

const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const path = { organization_slug: organization, project_slug: project };

await serve({
  async updateProject(body) {
    return dataOf(await client.PUT(PROJECT, { params: { path }, body }));
  },
  async listTeamProjects(query) {
    const result = await client.GET('/api/0/teams/{organization_slug}/{team_id_or_slug}/projects/', {
      params: { path: { organization_slug: organization, team_id_or_slug: team }, query },
    });
    return { rows: dataOf(result), link: result.response.headers.get('link') };
  },
  async listProjectEvents(project_slug, query) {
    const params = { path: { ...path, project_slug }, query };
    const { data, error, response } = await client.GET(`${PROJECT}events/`, { params });
    return { rows: data, link: response.headers.get('link'), status: response.status, detail: error?.detail };
  },
  async removeIssues(id) {
    // openapi-fetch reads every reply as JSON unless it is told otherwise.
    return dataOf(await client.DELETE(`${PROJECT}issues/`, { params: { path, query: { id } }, parseAs: 'text' }));
  },
  async getSourceMapDebug(event_id, query) {
    const params = { path: { ...path, event_id }, query };
    return dataOf(await client.GET(`${PROJECT}events/{event_id}/source-map-debug/`, { params }));
  },
});
