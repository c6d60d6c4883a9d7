import { operation } from '../operation';
import { findProject } from '../subjects';
import { readTagValues } from './listOrganizationTagValues';

/** Lists the values of a key in a project that complete a text, sorted by the number of their issues, descending. */
export const listProjectTagValues = operation('listProjectTagValues', {
  subject: findProject,

  async handle({ project, params: { key }, query: { query: text = '' }, read }) {
    const values = await read((stores) => readTagValues(stores, [project], { key, text }));
    return { status: 200, body: values.map((one) => ({ key, name: one.value, ...one })) };
  },
});
