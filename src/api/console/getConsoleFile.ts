import { NotFound } from '../../domain/errors';
import { publicOperation } from '../operation';

/** Returns a file that a page of the console loads. */
export const getConsoleFile = publicOperation('getConsoleFile', {
  async handle({ params, console }) {
    const asset = console?.files.get(params.file);
    if (asset === undefined)
      throw new NotFound(
        `The console has no file "${params.file}"; load its page again, which names the present files.`,
      );
    return { status: 200, asset };
  },
});
