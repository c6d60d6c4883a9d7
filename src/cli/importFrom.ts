import { createHash } from 'node:crypto';
import { importEvents, listSource, listTarget, previewEvents } from './importEvents';
import {
  attempt,
  collect,
  importDecisions,
  type ImportedProject,
  listOrOmit,
  mergeAsAtSource,
  omit,
  type Omission,
  type Sides,
  sourcePath,
  targetOf,
} from './importHistory';
import { importReleases, type Share } from './importReleases';
import { CLOCK, ImportSource, patientSender, type SourceRecord, textOf } from './importSource';
import { checkToken, dataOf, openService, print } from './service';
import { printable, printableJson, printableLines } from './terminal';

/* Imports the data of another tracker, in steps that can be repeated: what is there already is not imported again. */

interface ImportOptions {
  readonly from?: string;
  readonly fromBugsink?: string;
  readonly token?: string;
  readonly org?: string;
  readonly project: readonly string[];
  readonly organization?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** What was imported of a project. */
interface ProjectReceipt {
  readonly project: string;
  /** The address of the source, or the name of its file. */
  readonly from: string;
  readonly keys: Share;
  readonly releases: Share;
  readonly deploys: Share;
  readonly files: Share;
  readonly alertRules: Share;
  /** The checksum is the SHA-256 of the ids, sorted, each with a line end. */
  readonly events: Share & {
    readonly sourceChecksum: string;
    readonly targetChecksum: string;
    /** Number of events that were stored now; in a dry run, that would be. */
    readonly stored: number;
  };
  readonly comments: { readonly added: number };
  readonly issues: Share & {
    readonly decided: number;
    /** Ids of issues of the source whose events are, or would be, in several issues of the target. */
    readonly split: readonly string[];
    /** The issues of the source whose events are, or would be, in one issue of the target: their ids, joined by "+". */
    readonly joined: readonly string[];
  };
  readonly notImported: readonly Omission[];
}

/**
 * Imports the projects of an organization of another tracker, and prints a receipt.
 * @throws Error if an option is invalid, or one side refuses a request that everything depends on
 */
export async function importFrom(options: ImportOptions): Promise<void> {
  const source = await openSource(options);
  const sendPatiently = patientSender(CLOCK);
  const target = await openService(options, (send) => (request) => sendPatiently(() => send(request.clone())));
  const { stderr } = process;
  const report = (text: string) => {
    if (stderr.isTTY) stderr.write(`\r\u001b[K${printable(text).slice(0, (stderr.columns || 80) - 1)}`);
  };
  const receipts = await runImport({
    source,
    from: options.org ?? (await findSourceOrganization(source)),
    culprit: target.culprit,
    to: target.organization,
    isDryRun: options.dryRun === true,
    report,
    projects: options.project,
  });
  report('');
  print(
    options.json ? `${printableJson(receipts)}\n` : printableLines(formatReceipts(receipts, options.dryRun === true)),
  );
}

/** @throws Error if the options name no source, or two */
async function openSource({ from, fromBugsink, token: given }: ImportOptions): Promise<ImportSource> {
  if ((from === undefined) === (fromBugsink === undefined)) throw new Error('Give either --from or --from-bugsink.');
  if (fromBugsink !== undefined) {
    // Loaded here: it opens databases.
    const { openBugsink } = await import('./importBugsink.js');
    return openBugsink(fromBugsink, CLOCK);
  }
  const token = given ?? process.env['CULPRIT_SOURCE_TOKEN'] ?? '';
  if (token === '') throw new Error('Give the token of the source with --token, or in CULPRIT_SOURCE_TOKEN.');
  checkToken(given === undefined ? 'CULPRIT_SOURCE_TOKEN' : '--token', token);
  return new ImportSource(from ?? '', token);
}

async function findSourceOrganization(source: ImportSource): Promise<string> {
  const slugs = (await source.list('/api/0/organizations/')).map(({ slug }) => String(slug));
  const [first] = slugs;
  if (first === undefined || slugs.length > 1)
    throw new Error(`Name the organization of the source with --org: ${slugs.join(', ') || 'the token shows none'}.`);
  return first;
}

/** Imports projects. Returns a receipt for each. */
export async function runImport({
  projects: selectedSlugs,
  ...sides
}: Sides & { readonly projects: readonly string[] }): Promise<ProjectReceipt[]> {
  const { source, from } = sides;
  const projects = await source.list(`/api/0/organizations/${from}/projects/`);
  const unknown = selectedSlugs.find((slug) => !projects.some((project) => project['slug'] === slug));
  if (unknown !== undefined) throw new Error(`The source has no project "${unknown}" in "${from}".`);
  const receipts: ProjectReceipt[] = [];
  for (const project of projects) {
    const slug = String(project['slug']);
    if (selectedSlugs.length === 0 || selectedSlugs.includes(slug))
      receipts.push(await importProject({ ...sides, slug, omissions: [], changes: [] }, project));
  }
  return receipts;
}

async function importProject(context: ImportedProject, project: SourceRecord): Promise<ProjectReceipt> {
  const { culprit, source, slug, omissions, changes } = context;
  const exists = await ensureProject(context, project);
  const keys = await importKeys(context, exists);
  const { releases, deploys, files } = await importReleases(context, exists);
  const alertRules = await importAlertRules(context, exists);
  // The audit log shows events and comments as an import; what came without any is added to it here.
  if (changes.length > 0)
    dataOf(await culprit.importProjectData({ ...targetOf(context), body: { source: source.name } }));
  const sent = await listSource(context);
  const before = exists ? await listTarget(context) : new Map<string, string>();
  let [after, stored] = [before, 0];
  if (context.isDryRun) {
    const previewed = await previewEvents(context, sent, before);
    [after, stored] = [new Map([...before, ...previewed]), previewed.size];
  } else {
    stored = await importEvents(context, sent, before);
    // What the target lists, not what the replies said, is what arrived.
    if (stored > 0) after = await listTarget(context);
  }
  const pairing = await mergeAsAtSource(context, sent.events, after);
  const { decided, added, total } = await importDecisions(context, pairing);
  const there = context.isDryRun ? before : after;
  const ids = [...sent.events.keys()];
  const storedIds = ids.filter((id) => there.has(id));
  const issues = {
    source: total,
    target: pairing.sourcesOf.size,
    decided,
    split: [...pairing.targetsOf].flatMap(([id, targets]) => (targets.size > 1 ? [id] : [])),
    joined: [...pairing.sourcesOf.values()].flatMap((sources) =>
      sources.size > 1 ? [[...sources.keys()].join('+')] : [],
    ),
  };
  const events = {
    source: ids.length,
    target: storedIds.length,
    sourceChecksum: checksumOf(ids),
    targetChecksum: checksumOf(storedIds),
    stored,
  };
  return {
    project: slug,
    from: source.name,
    keys,
    releases,
    deploys,
    files,
    alertRules,
    events,
    comments: { added },
    issues,
    notImported: omissions,
  };
}

/** Returns the SHA-256 of ids, sorted, each with a line end. */
export function checksumOf(ids: readonly string[]): string {
  const hash = createHash('sha256');
  for (const id of [...ids].sort()) hash.update(`${id}\n`);
  return hash.digest('hex');
}

/** Creates a project and its teams unless they exist. Returns false if the project does not exist: in a dry run. */
async function ensureProject(
  { culprit, to, isDryRun, slug, changes }: ImportedProject,
  project: SourceRecord,
): Promise<boolean> {
  const organization_slug = to;
  const existing = await collect(culprit.listOrganizationProjects.records({ organization_slug }));
  if (existing.some((one) => one.slug === slug)) return true;
  if (isDryRun) return false;
  const sent = Array.isArray(project['teams']) ? (project['teams'] as SourceRecord[]) : [];
  const teams = sent.length === 0 ? [{ slug, name: slug }] : sent;
  const storedTeams = new Set(
    (await collect(culprit.listTeams.records({ organization_slug }))).map((team) => team.slug),
  );
  for (const [index, { slug: teamSlug, name }] of teams.entries()) {
    const team = String(teamSlug);
    const names = { slug: team, name: textOf(name) ?? team };
    if (!storedTeams.has(team)) dataOf(await culprit.createTeam({ organization_slug, body: names }));
    const { platform } = project;
    const body = { slug, name: textOf(project['name']) ?? slug, ...(typeof platform === 'string' && { platform }) };
    if (index > 0)
      dataOf(await culprit.addProjectTeam({ organization_slug, project_slug: slug, team_id_or_slug: team }));
    else
      dataOf(await culprit.createProject({ organization_slug, team_id_or_slug: team, body: body as { name: string } }));
  }
  changes.push('project');
  return true;
}

async function importKeys(context: ImportedProject, exists: boolean): Promise<Share> {
  const { culprit, isDryRun } = context;
  const keys = await listOrOmit(context, 'keys', sourcePath(context, 'keys/'));
  const stored = exists ? await collect(culprit.listProjectKeys.records(targetOf(context))) : [];
  const storedKeys = new Set(stored.map((key) => key.public));
  for (const { public: publicKey, projectId, name, label, isActive } of keys) {
    const key = String(publicKey).replaceAll('-', '');
    if (storedKeys.has(key) || isDryRun) continue;
    const shown = (textOf(name) ?? textOf(label) ?? 'Default').slice(0, 64);
    const body = { public: key, formerProjectId: String(projectId), name: shown };
    if (!(await attempt(context, 'key', culprit.createProjectKey({ ...targetOf(context), body })))) continue;
    storedKeys.add(key);
    if (isActive === false)
      dataOf(await culprit.updateProjectKey({ ...targetOf(context), key_id: key, body: { isActive: false } }));
  }
  return {
    source: keys.length,
    target: keys.filter((key) => storedKeys.has(String(key['public']).replaceAll('-', ''))).length,
  };
}

/** Alert rules arrive switched off: as long as both trackers run, each alert would come twice. */
async function importAlertRules(context: ImportedProject, exists: boolean): Promise<Share> {
  const { culprit, isDryRun } = context;
  const rules = await listOrOmit(context, 'alert rules', sourcePath(context, 'rules/'));
  if (rules.length === 0) return { source: 0, target: 0 };
  const reply = exists ? await culprit.listAlertRules(targetOf(context)) : null;
  const storedNames = new Set(reply?.ok ? reply.data.map(({ name }) => name) : []);
  for (const rule of rules) {
    const name = String(rule['name']);
    if (storedNames.has(name)) continue;
    const what = `alert rule "${name}"`;
    const body = ruleOf(rule);
    if (body === null) omit(context, what, 'It has conditions or recipients that this service does not know.');
    else if (!isDryRun && (await attempt(context, what, culprit.createAlertRule({ ...targetOf(context), body }))))
      storedNames.add(name);
  }
  return { source: rules.length, target: rules.filter(({ name }) => storedNames.has(String(name))).length };
}

/** The conditions of upstream's rules, by the end of their id. */
const CONDITIONS: Readonly<Record<string, 'new' | 'regression' | 'events' | 'users'>> = {
  FirstSeenEventCondition: 'new',
  RegressionEventCondition: 'regression',
  EventFrequencyCondition: 'events',
  EventUniqueUserFrequencyCondition: 'users',
};
const INTERVALS: Readonly<Record<string, number>> = { '1m': 1, '5m': 5, '15m': 15, '1h': 60, '1d': 1440 };

/** Returns a rule in the form of this service, which goes to the members of the project; null if there is none. */
function ruleOf({ name, conditions, recipients, actions, frequency, filters }: SourceRecord) {
  const sent = (Array.isArray(conditions) ? conditions : []) as SourceRecord[];
  const convertedConditions = sent.flatMap(({ type, id, value, interval, count, minutes }) => {
    const condition = textOf(type) ?? CONDITIONS[String(id).split('.').at(-1) ?? ''];
    if (condition === undefined) return [];
    const counted = { count: Number(count ?? value), minutes: Number(minutes ?? INTERVALS[String(interval)]) };
    return [{ type: condition as 'new', ...(['events', 'users'].includes(condition) && counted) }];
  });
  const isOwn = Array.isArray(recipients);
  const hasOnlyMails = isOwn
    ? (recipients as SourceRecord[]).every(({ type }) => type === 'project' || type === 'assignee')
    : (Array.isArray(actions) ? (actions as SourceRecord[]) : []).every(({ id }) => String(id).includes('mail'));
  const isFiltered = Object.values((filters ?? {}) as SourceRecord).some(
    (one) => !Array.isArray(one) || one.length > 0,
  );
  if (convertedConditions.length === 0 || convertedConditions.length < sent.length || !hasOnlyMails || isFiltered)
    return null;
  const minutes = typeof frequency === 'number' ? { frequency } : {};
  return {
    name: String(name),
    isActive: false,
    conditions: convertedConditions,
    recipients: [{ type: 'project' as const }],
    ...minutes,
  };
}

/** Formats receipts as text. */
function formatReceipts(receipts: readonly ProjectReceipt[], isDryRun: boolean): string {
  const blocks = receipts.map(
    ({ project, from, keys, releases, deploys, files, alertRules, events, issues, comments, notImported }) => {
      const share = ({ source, target }: Share) => `${target} of ${source}`;
      const lines = [
        `from         ${from}`,
        `keys         ${share(keys)}`,
        `releases     ${share(releases)}, deploys ${share(deploys)}, files ${share(files)}`,
        `alert rules  ${share(alertRules)}, switched off`,
        `events       ${share(events)}, ${isDryRun ? `${events.stored} would be stored` : `${events.stored} of them now`}`,
        `  source     sha256 ${events.sourceChecksum}`,
        `  target     sha256 ${events.targetChecksum}${events.sourceChecksum === events.targetChecksum ? ' (the same)' : ''}`,
        `issues       ${issues.source} ${isDryRun ? 'would become' : 'became'} ${issues.target}; ${issues.decided} changed, ${comments.added} comments added`,
        `  split      ${issues.split.length}${listed(issues.split)}`,
        `  joined     ${issues.joined.length}${listed(issues.joined)}`,
        ...notImported.map(({ count, what, reason }) => `not imported: ${count} × ${what}: ${reason}`),
      ];
      return [project, ...lines.map((line) => `  ${line}`), ''].join('\n');
    },
  );
  const head = isDryRun ? ['Nothing was changed. An import would begin from this:', ''] : [];
  return `${[...head, ...blocks].join('\n')}\n`;
}

const MAX_LISTED = 10;

function listed(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return `: ${ids.slice(0, MAX_LISTED).join(' ')}${ids.length > MAX_LISTED ? ' …' : ''}`;
}
