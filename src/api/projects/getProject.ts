import { operation } from '../operation';
import { findProject } from '../subjects';
import { readProjectRecord } from './projectRecord';

/** Returns a project with its settings. */
export const getProject = operation('getProject', {
  subject: findProject,

  async handle({ organization, project, read, caller, publicUrl }) {
    const body = await read((stores) => readProjectRecord(stores, { organization, project, caller, publicUrl }));
    return { status: 200, body };
  },
});
