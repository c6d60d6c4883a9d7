import { operation } from '../operation';
import { findProject } from '../subjects';

/** Deletes all files of a release in one project. It succeeds also if there are none. */
export const removeReleaseArtifacts = operation('removeReleaseArtifacts', {
  subject: findProject,

  async handle({ project, query, write, now }) {
    await write(({ artifacts }) => artifacts.removeByRelease(project.id, query.name, now));
    return { status: 204 };
  },
});
