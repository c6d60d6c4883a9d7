import { existsSync } from 'node:fs';
import { buildDocs, DOCS_PAGE } from '../../support/docs';
import type { ExampleCase, ExampleCases } from '../exampleCase';

const page: ExampleCase = {
  response: 'page',
  before: () => {
    if (!existsSync(DOCS_PAGE)) buildDocs();
  },
};

export const service = {
  sendAgentMessage: {
    cases: [
      { body: 'call', response: 'found' },
      { body: 'notification', response: '202' },
    ],
  },
  getContract: { cases: [{ response: 'contract' }, { response: 'contract', omitted: ['webhooks'] }] },
  getDocs: { cases: [page] },
  getDocsPage: { cases: [page] },
} satisfies Partial<ExampleCases>;
