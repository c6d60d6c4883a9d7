/** The five operations with the client of oazapfts. */
import { ok } from '@oazapfts/runtime';
import * as client from './client/client.js';
import { baseUrl, organization, project, serve, team, token } from './operations.js';

client.defaults.baseUrl = baseUrl;
client.defaults.headers = { Authorization: `Bearer ${token}` };

await serve({
  async updateProject(body) {
    return ok(client.updateProject(organization, project, body));
  },
  async listTeamProjects({ cursor, per_page }) {
    const reply = await client.listTeamProjects(organization, team, { cursor, perPage: per_page });
    return { rows: await ok(Promise.resolve(reply)), link: reply.headers.get('link') };
  },
  async listProjectEvents(slug, { cursor, full, per_page }) {
    const reply = await client.listProjectEvents(organization, slug, { cursor, full, perPage: per_page });
    if (reply.status === 404) return { status: 404, detail: reply.data.detail };
    return { rows: await ok(Promise.resolve(reply)), link: reply.headers.get('link') };
  },
  async removeIssues(id) {
    return ok(client.removeIssues(organization, project, { id }));
  },
  async getSourceMapDebug(event, { frame_idx, exception_idx }) {
    return ok(client.getSourceMapDebug(organization, project, event, frame_idx, exception_idx));
  },
});
