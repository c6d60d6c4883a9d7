/** The five operations with the axios client of kubb. */
import { axiosInstance } from '@kubb/plugin-client/clients/axios';
import { isAxiosError } from 'axios';
import * as client from './client/index.js';
import { baseUrl, organization, project, runFiveOperations, team, token } from './operations.js';

axiosInstance.defaults.baseURL = baseUrl;
axiosInstance.defaults.headers.common['Authorization'] = `Bearer ${token}`;
// Lists are sent as `id=4&id=7`.
axiosInstance.defaults.paramsSerializer = { indexes: null };

await runFiveOperations({
  async updateProject(name) {
    return (await client.updateProject(organization, project, { name })).data;
  },
  async listTeamProjects(query) {
    const { data, headers } = await client.listTeamProjects(organization, team, query);
    return { rows: data, link: String(headers['link']) };
  },
  async listProjectEvents(query) {
    const { data, headers } = await client.listProjectEvents(organization, project, query);
    return { rows: data, link: String(headers['link']) };
  },
  async removeIssues(id) {
    return (await client.removeIssues(organization, project, { id })).data;
  },
  async getSourceMapDebug(event, query) {
    return (await client.getSourceMapDebug(organization, project, event, query)).data;
  },
  async listEventsOfNoProject(slug) {
    try {
      await client.listProjectEvents(organization, slug);
      return { status: 200, detail: '' };
    } catch (error) {
      if (!isAxiosError<client.ListProjectEvents404>(error)) throw error;
      return { status: error.response?.status, detail: error.response?.data.detail ?? '' };
    }
  },
});
