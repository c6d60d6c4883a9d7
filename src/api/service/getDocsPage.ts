import { NotFound } from '../../domain/errors';
import { publicOperation } from '../operation';
import { requireDocs } from './getDocs';

/** Returns a page of the documentation below its start page. */
export const getDocsPage = publicOperation('getDocsPage', {
  async handle({ params, docs }) {
    // Generated clients encode the slashes of a parameter.
    const name = params.page.replace(/%2f/gi, '/');
    const page = requireDocs(docs).findPage(name);
    if (page === null) throw new NotFound(`The documentation has no page "${name}"; /docs lists all pages.`);
    return { status: 200, html: page, etag: page.etag };
  },
});
