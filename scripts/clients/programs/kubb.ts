/** The five operations with the axios client of kubb. */
import { axiosInstance } from '@kubb/plugin-client/clients/axios';
import { isAxiosError } from 'axios';
import * as client from './client/index.js';
import { baseUrl, organization, project, serve, team, token } from './operations.js';

axiosInstance.defaults.baseURL = baseUrl;
axiosInstance.defaults.headers.common['Authorization'] = `Bearer ${token}`;
// Lists are sent as `id=4&id=7`.
axiosInstance.defaults.paramsSerializer = { indexes: null };

await serve({
  async updateProject(body) {
    return (await client.updateProject(organization, project, body)).data;
  },
  async listTeamProjects(query) {
    const { data, headers } = await client.listTeamProjects(organization, team, query);
    return { rows: data, link: String(headers['link']) };
  },
  async listProjectEvents(slug, query) {
    try {
      const { data, headers } = await client.listProjectEvents(organization, slug, query);
      return { rows: data, link: String(headers['link']) };
    } catch (error) {
      if (!isAxiosError<client.ListProjectEvents404>(error)) throw error;
      return { status: error.response?.status, detail: error.response?.data.detail };
    }
  },
  async removeIssues(id) {
    return (await client.removeIssues(organization, project, { id })).data;
  },
  async getSourceMapDebug(event, query) {
    return (await client.getSourceMapDebug(organization, project, event, query)).data;
  },
});
