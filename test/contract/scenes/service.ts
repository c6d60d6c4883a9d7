import { existsSync } from 'node:fs';
import { buildDocs, DOCS_PAGE } from '../../support/docs';
import type { Scenes } from '../scene';

export const service = {
  getService: { asks: [{ gives: 'caller' }] },
  getHealth: { asks: [{ gives: 'ok' }] },
  getReadiness: { asks: [{ gives: 'ok' }] },
  getContract: { asks: [{ gives: 'contract' }] },
  getDocs: {
    asks: [
      {
        gives: 'page',
        before: () => {
          if (!existsSync(DOCS_PAGE)) buildDocs();
        },
      },
    ],
  },
} satisfies Partial<Scenes>;
