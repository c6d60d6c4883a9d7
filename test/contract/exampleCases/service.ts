import { existsSync } from 'node:fs';
import { buildDocs, DOCS_PAGE } from '../../support/docs';
import type { ExampleCases } from '../exampleCase';

export const service = {
  getContract: { cases: [{ response: 'contract' }, { response: 'contract', omitted: ['webhooks'] }] },
  getDocs: {
    cases: [
      {
        response: 'page',
        before: () => {
          if (!existsSync(DOCS_PAGE)) buildDocs();
        },
      },
    ],
  },
} satisfies Partial<ExampleCases>;
