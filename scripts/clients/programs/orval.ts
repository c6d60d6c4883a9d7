/** The five operations with the `fetch` client of orval. */
import * as client from './client/client.js';
import { organization, project, runFiveOperations, team, token } from './operations.js';

const options = { headers: { Authorization: `Bearer ${token}` } };

/** @throws Error for a reply that is an error */
function dataOf<Reply extends { status: number; data: unknown }>(
  reply: Reply,
): Extract<Reply, { status: 200 }>['data'] {
  if (reply.status !== 200) throw new Error(`the reply is ${reply.status}`);
  return reply.data;
}

await runFiveOperations({
  async updateProject(name) {
    return dataOf(await client.updateProject(organization, project, { name }, options));
  },
  async listTeamProjects(query) {
    const reply = await client.listTeamProjects(organization, team, query, options);
    return { rows: dataOf(reply), link: reply.headers.get('link') };
  },
  async listProjectEvents(query) {
    const reply = await client.listProjectEvents(organization, project, query, options);
    return { rows: dataOf(reply), link: reply.headers.get('link') };
  },
  async removeIssues(id) {
    return dataOf(await client.removeIssues(organization, project, { id }, options));
  },
  async getSourceMapDebug(event, query) {
    return dataOf(await client.getSourceMapDebug(organization, project, event, query, options));
  },
  async listEventsOfNoProject(slug) {
    const { status, data } = await client.listProjectEvents(organization, slug, undefined, options);
    return { status, detail: status === 404 ? data.detail : '' };
  },
});
