import { existsSync } from 'node:fs';
import { buildDocs, DOCS_PAGE } from '../../support/docs';
import type { ExampleCases } from '../exampleCase';

export const service = {
  getService: { cases: [{ response: 'caller' }] },
  getCurrentMember: { cases: [{ response: 'member' }] },
  getHealth: { cases: [{ response: 'ok' }] },
  getReadiness: { cases: [{ response: 'ok' }] },
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
