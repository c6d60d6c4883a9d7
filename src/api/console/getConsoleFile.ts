import { NotFound } from '../../domain/errors';
import { publicOperation } from '../operation';

/** Returns a file that a page of the console or the documentation loads. */
export const getConsoleFile = publicOperation('getConsoleFile', {
  async handle({ params, console, docs }) {
    const asset = console?.findFile(params.file) ?? docs?.findFile(params.file);
    if (asset == null)
      throw new NotFound(`There is no file "${params.file}"; load its page again, which names the present files.`);
    return { status: 200, asset };
  },
});
