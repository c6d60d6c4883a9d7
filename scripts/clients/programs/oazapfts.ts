/** The five operations with the client of oazapfts. */
import { ok } from '@oazapfts/runtime';
import * as client from './client/client.js';
import { baseUrl, organization, project, runFiveOperations, team, token } from './operations.js';

client.defaults.baseUrl = baseUrl;
client.defaults.headers = { Authorization: `Bearer ${token}` };

await runFiveOperations({
  async updateProject(name) {
    return ok(client.updateProject(organization, project, { name }));
  },
  async listTeamProjects({ cursor, per_page }) {
    const reply = await client.listTeamProjects(organization, team, { cursor, perPage: per_page });
    return { rows: await ok(Promise.resolve(reply)), link: reply.headers.get('link') };
  },
  async listProjectEvents({ cursor, full, per_page }) {
    const reply = await client.listProjectEvents(organization, project, { cursor, full, perPage: per_page });
    return { rows: await ok(Promise.resolve(reply)), link: reply.headers.get('link') };
  },
  async removeIssues(id) {
    return ok(client.removeIssues(organization, project, { id }));
  },
  async getSourceMapDebug(event, { frame_idx, exception_idx }) {
    return ok(client.getSourceMapDebug(organization, project, event, frame_idx, exception_idx));
  },
  async listEventsOfNoProject(slug) {
    const reply = await client.listProjectEvents(organization, slug);
    return { status: reply.status, detail: reply.status === 404 ? reply.data.detail : '' };
  },
});
