import { crashDump } from '../../support/minidump';
import type { ExampleCases, ExampleFixtures } from '../exampleCase';

/** Adds the key in the DSN of the examples. */
async function addKey({ service, project }: ExampleFixtures): Promise<void> {
  const key = { publicKey: '0123456789abcdef0123456789abcdef', projectId: project.id, isActive: true, name: 'Pages' };
  await service.app.database.write(({ projectKeys }) => projectKeys.insert({ ...key, dateCreated: Date.now() }));
}

export const ingest = {
  storeEnvelope: {
    cases: [
      { body: 'exception', response: 'stored' },
      { body: 'session', response: 'noEvent' },
    ],
  },
  storeAttachments: {
    cases: [
      {
        body: 'file',
        response: '201',
        attach: (request) => request.attach('file', Buffer.from('cart 41: reading the total'), 'worker.log'),
      },
    ],
  },
  storeMinidump: {
    cases: [
      {
        body: 'form',
        response: 'stored',
        attach: (request) =>
          request
            .attach('upload_file_minidump', crashDump(), 'crash.dmp')
            .field('sentry', '{"event_id":"6f2c5b1e7d3a4c0f9b8e7a6d5c4b3a29","release":"shop@2.4.1"}'),
      },
      {
        body: 'dump',
        response: 'ofDump',
        attach: (request) => request.attach('upload_file_minidump', crashDump({ time: 1_795_257_000 }), 'crash.dmp'),
      },
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
  getFeedbackForm: { cases: [{ response: 'script', prepare: addKey }] },
  storeFeedback: { cases: [{ body: 'form', response: 'stored', prepare: addKey }] },
  storeSecurityReport: {
    cases: [
      { body: 'report', response: '200' },
      { body: 'batch', response: '200' },
    ],
  },
  storeCspReport: {
    cases: [
      { body: 'report', response: '200' },
      { body: 'batch', response: '200' },
    ],
  },
  storeTraces: {
    cases: [
      { body: 'exception', response: 'stored' },
      { body: 'empty', response: 'storedProtobuf' },
    ],
  },
  storeProjectTraces: {
    cases: [
      { body: 'exception', response: 'stored' },
      { body: 'empty', response: 'storedProtobuf' },
    ],
  },
  storeLogs: {
    cases: [
      { body: 'exception', response: 'stored' },
      { body: 'empty', response: 'storedProtobuf' },
    ],
  },
  storeProjectLogs: {
    cases: [
      { body: 'exception', response: 'stored' },
      { body: 'empty', response: 'storedProtobuf' },
    ],
  },
  storeNetworkErrorReport: {
    cases: [{ body: 'networkError', response: '200' }],
  },
  storeCheckIn: {
    cases: [
      { body: 'ended', response: '202' },
      { body: 'output', response: '202' },
    ],
  },
  storeKeyedCheckIn: {
    cases: [
      { body: 'ended', response: '202', prepare: addKey },
      { body: 'output', response: '202', prepare: addKey },
    ],
  },
  storeKeyedCheckInByUrl: { cases: [{ response: '202', prepare: addKey }] },
} satisfies Partial<ExampleCases>;
