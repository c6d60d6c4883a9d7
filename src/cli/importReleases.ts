import { attempt, collect, type ImportedProject, listOrOmit, omit, sourcePath, targetOf } from './importHistory';
import { objectOf, present, SourceError, type SourceRecord, textOf } from './importSource';

/* The releases of a project of another tracker: commits, deploys and uploaded files. */

/** Number of things at the source, and of these at the target. */
export interface Share {
  readonly source: number;
  readonly target: number;
}

const NONE: Share = { source: 0, target: 0 };

const sum = (shares: readonly Share[]): Share =>
  shares.reduce((all, { source, target }) => ({ source: all.source + source, target: all.target + target }), NONE);

/** Imports releases and what belongs to them. @param exists false if the project does not exist: in a dry run */
export async function importReleases(
  context: ImportedProject,
  exists: boolean,
): Promise<{ releases: Share; deploys: Share; files: Share }> {
  const { culprit, slug, isDryRun, report } = context;
  // The source lists the newest release first. Releases that have no time at all are ordered by their creation here.
  const releases = (await listOrOmit(context, 'releases', sourcePath(context, 'releases/'))).toReversed();
  const stored = exists ? await collect(culprit.listProjectReleases.records(targetOf(context))) : [];
  const storedVersions = new Set(stored.map(({ version }) => version));
  const deploys: Share[] = [];
  const files: Share[] = [];
  for (const [index, release] of releases.entries()) {
    const version = String(release['version']);
    report(`${slug}  releases ${index + 1} of ${releases.length}`);
    if (!storedVersions.has(version) && !isDryRun && (await importRelease(context, version, release)))
      storedVersions.add(version);
    deploys.push(await importDeploys(context, version, storedVersions.has(version)));
    files.push(await importFiles(context, version, storedVersions.has(version)));
  }
  await omitBundles(context);
  const target = releases.filter(({ version }) => storedVersions.has(String(version))).length;
  return { releases: { source: releases.length, target }, deploys: sum(deploys), files: sum(files) };
}

const releasePath = ({ from }: ImportedProject, version: string) =>
  `/api/0/organizations/${from}/releases/${encodeURIComponent(version)}/`;

/** Creates a release with its commits. Returns false if the target refuses it. */
async function importRelease(context: ImportedProject, version: string, release: SourceRecord): Promise<boolean> {
  const { culprit, to, slug } = context;
  const commits = (await listOrOmit(context, 'commits', `${releasePath(context, version)}commits/`)).map(commitOf);
  const textAt = (name: string) => textOf(release[name]);
  const times = { dateCreated: textAt('dateCreated'), dateStarted: textAt('dateStarted') };
  const details = present({ ref: textAt('ref'), url: textAt('url'), ...times, dateReleased: textAt('dateReleased') });
  const status = release['status'] === 'archived' ? { status: 'archived' as const } : {};
  const body = { version, projects: [slug], ...details, ...status, ...(commits.length > 0 && { commits }) };
  return attempt(context, `release ${version}`, culprit.createRelease({ organization_slug: to, body }));
}

function commitOf({ id, message, dateCreated, author, repository, patchSet }: SourceRecord) {
  const { name, email } = objectOf(author);
  const repositoryName = textOf(repository) ?? textOf(objectOf(repository)['name']);
  const patches = (Array.isArray(patchSet) ? (patchSet as SourceRecord[]) : []).flatMap((file) => {
    const path = textOf(file['path']) ?? textOf(file['filename']);
    return path === undefined ? [] : [{ path, type: (textOf(file['type']) ?? 'M') as 'A' | 'M' | 'D' }];
  });
  const details = { message: textOf(message), timestamp: textOf(dateCreated), repository: repositoryName };
  const authors = { author_name: textOf(name), author_email: textOf(email) };
  return { id: String(id), ...present({ ...details, ...authors }), ...(patches.length > 0 && { patch_set: patches }) };
}

async function importDeploys(context: ImportedProject, version: string, isStored: boolean): Promise<Share> {
  const { culprit, to, slug, isDryRun } = context;
  const made = await listOrOmit(context, 'deploys', `${releasePath(context, version)}deploys/`);
  if (!isStored || made.length === 0) return { source: made.length, target: 0 };
  const reply = await culprit.listDeploys({ organization_slug: to, version });
  const keyOf = (deploy: SourceRecord) =>
    `${String(deploy['environment'])} ${Date.parse(String(deploy['dateFinished']))}`;
  const there = new Set((reply.ok ? reply.data : []).map((deploy) => keyOf(deploy)));
  let target = 0;
  for (const deploy of made) {
    const { environment, name, url, dateStarted, dateFinished } = deploy;
    const times = { dateStarted: textOf(dateStarted), dateFinished: textOf(dateFinished) };
    const body = { environment: String(environment), ...present({ name: textOf(name), url: textOf(url), ...times }) };
    const request = { organization_slug: to, version, body: { ...body, projects: [slug] } };
    if (there.has(keyOf(deploy))) target += 1;
    else if (!isDryRun && (await attempt(context, 'deploy', culprit.createDeploy(request)))) target += 1;
  }
  return { source: made.length, target };
}

const keyOfFile = ({ dist, name, sha1 }: SourceRecord) => `${textOf(dist) ?? ''} ${String(name)} ${String(sha1)}`;

/** Copies the files of a release that can be downloaded: scripts and source maps. */
async function importFiles(context: ImportedProject, version: string, isStored: boolean): Promise<Share> {
  const { culprit, source, isDryRun } = context;
  const path = sourcePath(context, `releases/${encodeURIComponent(version)}/files/`);
  const files = await listOrOmit(context, 'release files', path);
  if (!isStored || files.length === 0) return { source: files.length, target: 0 };
  const place = { ...targetOf(context), version };
  const there = new Set((await collect(culprit.listReleaseFiles.records(place))).map((file) => keyOfFile(file)));
  let target = 0;
  for (const file of files) {
    const what = `file "${String(file['name'])}" of release ${version}`;
    if (there.has(keyOfFile(file))) target += 1;
    else if (!isDryRun) {
      try {
        const bytes = await source.download(`${path}${String(file['id'])}/?download=1`);
        if (await attempt(context, what, culprit.uploadReleaseFile({ ...place, body: formOf(file, bytes) })))
          target += 1;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        omit(context, what, error.message);
      }
    }
  }
  return { source: files.length, target };
}

function formOf(file: SourceRecord, bytes: ArrayBuffer): FormData {
  const form = new FormData();
  form.append('name', String(file['name']));
  const dist = textOf(file['dist']);
  if (dist !== undefined) form.append('dist', dist);
  for (const [name, value] of Object.entries(objectOf(file['headers'])))
    form.append('header', `${name}:${String(value)}`);
  form.append('file', new Blob([bytes]), 'file');
  return form;
}

/** Names the bundles of files that cannot be downloaded. A Culprit lists the files of a release among its others. */
async function omitBundles(context: ImportedProject): Promise<void> {
  const bundles = await listOrOmit(context, 'artifact bundles', sourcePath(context, 'files/artifact-bundles/'));
  for (const { release, bundleId, id, associations } of bundles) {
    if (textOf(release) !== undefined) continue;
    const [of] = Array.isArray(associations) ? (associations as SourceRecord[]) : [];
    const version = textOf(objectOf(of)['release']);
    const what = `artifact bundle ${String(bundleId ?? id)}${version === undefined ? '' : ` of release ${version}`}`;
    omit(context, what, 'The source has no download for it; upload the build again.');
  }
}
