import type { ExampleCases } from '../exampleCase';

export const ingest = {
  storeEnvelope: {
    cases: [
      { body: 'exception', response: 'stored' },
      { body: 'session', response: 'noEvent' },
    ],
  },
  storeEvent: {
    cases: [
      { body: 'exception', response: 'stored' },
      { body: 'packed', response: 'stored' },
    ],
  },
  storeEventByKey: {
    cases: [
      { body: 'exception', response: 'stored' },
      { body: 'packed', response: 'stored' },
    ],
  },
} satisfies Partial<ExampleCases>;
