import { gzipSync } from 'node:zlib';
import type { Test } from 'supertest';
import { cut } from '../../support/upload';
import { sha1 } from '../../support/zip';
import type { ExampleCases, ExampleFixtures } from '../exampleCase';
import { all, archive, bodyOf, post, type Prepare, release, VERSION } from './prepare';

const SCRIPT = 'console.log(1);';

/** A bundle whose SHA-1 is the checksum in the examples. */
const BUNDLE = archive({
  'files/_/_/cart.min.js': SCRIPT,
  'manifest.json': JSON.stringify({
    files: { 'files/_/_/cart.min.js': { url: '~/cart.min.js', type: 'minified_source' } },
  }),
});

const FILE_ID = '12';

const NO_BUNDLE = archive({ 'files/_/_/cart.min.js': SCRIPT });

/** Returns the body that asks for an archive to be assembled. */
const assembly = (bytes: Buffer, project = 'shop') => ({
  checksum: sha1(bytes),
  chunks: cut(bytes).map(sha1),
  projects: [project],
  version: VERSION,
  dist: '7',
});

/** Attaches every chunk of an archive to a form. */
const attachChunks = (request: Test, bytes: Buffer): Test =>
  cut(bytes).reduce(
    (form, chunk) =>
      form.attach('file_gzip', gzipSync(chunk), { filename: sha1(chunk), contentType: 'application/octet-stream' }),
    request,
  );

/** Attaches one file to a form. */
const attachFile = (request: Test): Test =>
  request
    .attach('file', Buffer.from(SCRIPT), 'cart.min.js')
    .field('name', '~/cart.min.js')
    .field('header', 'Sourcemap:cart.min.js.map')
    .field('dist', '7');

/** Sends the chunks of an archive. */
const chunks =
  (bytes: Buffer): Prepare =>
  async ({ service, token }) =>
    void (await bodyOf(attachChunks(service.client.post('/api/0/organizations/acme/chunk-upload/', token), bytes)));

/** Uploads a bundle to the release of a project. */
export const upload = (bytes: Buffer, project?: string): Prepare =>
  all(chunks(bytes), async (fixtures) => {
    await post(fixtures, 'organizations/acme/artifactbundle/assemble/', assembly(bytes, project));
  });

/** Uploads a file to the shop's release until it has the id of the examples: each upload replaces the one before. */
const file = all(release(), async ({ service, project, token }: ExampleFixtures) => {
  const path = `${project.path}releases/${encodeURIComponent(VERSION)}/files/`;
  let id = '';
  while (id !== FILE_ID) ({ id } = (await bodyOf(attachFile(service.client.post(path, token)))) as { id: string });
});

/** Uploads different bundles with a broken map to the shop's release until the last one has the id of the examples. */
const brokenBundle = all(release(), async (fixtures: ExampleFixtures) => {
  const { service, project, token } = fixtures;
  const files = { script: 'files/_/_/cart.min.js', map: 'files/_/_/cart.min.js.map' };
  const map = { version: 3, sources: ['cart.ts'], names: [], mappings: 'AAAA,CCAA' };
  const manifest = {
    [files.script]: { url: '~/cart.min.js', type: 'minified_source' },
    [files.map]: { url: '~/cart.min.js.map', type: 'source_map' },
  };
  for (let number = 1, id = ''; id !== FILE_ID; number += 1) {
    await upload(
      archive({
        [files.script]: `${SCRIPT}//${number}`,
        [files.map]: JSON.stringify(map),
        'manifest.json': JSON.stringify({ files: manifest }),
      }),
    )(fixtures);
    const [newest] = (await bodyOf(service.client.get(`${project.path}files/artifact-bundles/`, token))) as [
      { id: string },
    ];
    ({ id } = newest);
  }
});

export const artifacts = {
  getUploadUsage: { cases: [{ response: 'usage', prepare: chunks(BUNDLE) }] },
  removeUnassembledChunks: { cases: [{ response: 'removed', prepare: chunks(BUNDLE) }] },
  uploadChunks: {
    cases: [{ body: 'compressed', response: '200', attach: (request) => attachChunks(request, BUNDLE) }],
  },
  assembleArtifactBundle: {
    cases: [
      { body: 'bundle', response: 'assembled', prepare: chunks(BUNDLE) },
      { body: 'bundle', response: 'missing' },
      // Another archive has another checksum.
      {
        body: 'bundle',
        response: 'unreadable',
        prepare: chunks(NO_BUNDLE),
        attach: (request) => request.send(assembly(NO_BUNDLE)),
      },
    ],
  },
  listArtifactBundles: { cases: [{ response: 'bundles', prepare: brokenBundle }] },
  getArtifactBundle: { cases: [{ response: 'bundle', prepare: brokenBundle }] },
  listOrganizationReleaseFiles: { cases: [{ response: 'files', prepare: file }] },
  getOrganizationReleaseFile: {
    cases: [
      { response: 'file', prepare: file, omitted: ['download'] },
      { response: 'bytes', prepare: file },
    ],
  },
  uploadOrganizationReleaseFile: {
    cases: [{ body: 'file', response: 'uploaded', prepare: release(), attach: attachFile }],
  },
  removeOrganizationReleaseFile: { cases: [{ response: '204', prepare: file }] },
  listReleaseFiles: { cases: [{ response: 'files', prepare: file }] },
  uploadReleaseFile: { cases: [{ body: 'file', response: 'uploaded', prepare: release(), attach: attachFile }] },
  getReleaseFile: {
    cases: [
      { response: 'file', prepare: file, omitted: ['download'] },
      { response: 'bytes', prepare: file },
    ],
  },
  removeReleaseFile: { cases: [{ response: '204', prepare: file }] },
  removeReleaseArtifacts: { cases: [{ response: '204', prepare: file }] },
} satisfies Partial<ExampleCases>;
