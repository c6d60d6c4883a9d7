/** The five operations with the `fetch` client of orval. */
import * as client from './client/client.js';
import { organization, project, serve, team, token } from './operations.js';

const options = { headers: { Authorization: `Bearer ${token}` } };

function dataOf<Reply extends { status: number; data: unknown }>(
  reply: Reply,
): Extract<Reply, { status: 200 }>['data'] {
  if (reply.status !== 200) throw new Error(`the reply is ${reply.status}`);
  return reply.data;
}

await serve({
  async updateProject(body) {
    return dataOf(await client.updateProject(organization, project, body, options));
  },
  async listTeamProjects(query) {
    const reply = await client.listTeamProjects(organization, team, query, options);
    return { rows: dataOf(reply), link: reply.headers.get('link') };
  },
  async listProjectEvents(slug, query) {
    const reply = await client.listProjectEvents(organization, slug, query, options);
    if (reply.status === 404) return { status: 404, detail: reply.data.detail };
    return { rows: dataOf(reply), link: reply.headers.get('link') };
  },
  async removeIssues(id) {
    return dataOf(await client.removeIssues(organization, project, { id }, options));
  },
  async getSourceMapDebug(event, query) {
    return dataOf(await client.getSourceMapDebug(organization, project, event, query, options));
  },
});
