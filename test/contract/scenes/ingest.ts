import type { Scenes } from '../scene';

export const ingest = {
  storeEnvelope: {
    asks: [
      { body: 'exception', gives: 'stored' },
      { body: 'session', gives: 'noEvent' },
    ],
  },
  storeEvent: {
    asks: [
      { body: 'exception', gives: 'stored' },
      { body: 'packed', gives: 'stored' },
    ],
  },
} satisfies Partial<Scenes>;
