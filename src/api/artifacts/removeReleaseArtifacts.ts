import type { Command } from '../operation';
import { findProject } from '../subjects';

/** Removes all files of a release in one project. Where there are none, that is done already. */
export const removeReleaseArtifacts: Command<'removeReleaseArtifacts'> = async (ask) => {
  const { write, now } = ask;
  const { project } = await findProject(ask);
  return {
    async handle({ query }) {
      await write(({ artifacts }) => artifacts.removeByRelease(project.id, query.name, now));
      return { status: 204 };
    },
  };
};
