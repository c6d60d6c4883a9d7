import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import contract from '../../../generated/openapi.json';
import { SCHEMA_VERSION } from '../../../src/store/migrations/index';
import { percentile } from '../../support/statistics';
import { cpuOf } from '../../support/usage';
import type { Bench } from '../bench';
import {
  addProject,
  type BenchFixture,
  createFixture,
  EVENTS_PATH,
  ISSUES_PATH,
  requestBytes,
  type SeededDatabase,
} from '../fixture';
import { Connection, timeRequest } from '../load';
import type { RunningProgram } from '../programs';
import { type Cell, figure, type Figure, type Outcome, sizeOf } from '../report';
import { seedEvents } from '../seed';
import { SqliteDatabases } from '../sqliteDatabases';
import { COUNT_DAYS } from '../tables';

const GUIDE = path.resolve(__dirname, '../../../openapi/guides/search.md');
/** Events for each issue, and the share of the events that each project has. */
const EVENTS_PER_ISSUE = 10;
const SHARES = { shop: 0.7, api: 0.2, web: 0.1 };
/** Requests of a kind in one round; the first ones of all are not counted. */
const REQUESTS = 20;
const WARM_UP = 3;

const ORGANIZATION_ISSUES_PATH = '/api/0/organizations/acme/issues/';

/** Searches by their results in the seeded database. The searches of the guide are measured as well. */
const SEARCHES = [
  'level:error',
  '!level:error',
  'environment:production is:resolved',
  'release:shop@*',
  'timeout',
  '"order 99"',
  'order 4711',
  'err',
  'zyx',
  '!(timeout)',
  'PaymentError OR StockError',
  'is:unresolved level:error timeout !region:eu-west',
];
const PERIODS = ['24h', '14d', '90d'];
/** Searches for events by their results in the seeded database. The searches of the guide are measured as well. */
const EVENT_SEARCHES = [
  'level:error',
  '!level:error',
  'region:*',
  'zyx',
  '!(timeout)',
  'error.type:*',
  'error.type:Zyx',
  'region:eu-west zyx',
];

interface Kind {
  readonly name: string;
  readonly path: string;
}

/** Measures the first page of every kind of search. */
export async function search(bench: Bench): Promise<Outcome> {
  const events = bench.plan.large;
  const seeded = await seededSearch(bench, events);
  const program = await bench.start('ours', seeded);
  const medians: number[] = [];
  const rowsOf = async (kinds: readonly Kind[]): Promise<Cell[][]> => {
    const rows: Cell[][] = [];
    for (const { name, path: target } of kinds) {
      bench.log(`  ${name}`);
      const measured = await measure(bench, program, requestBytes(seeded.fixture, target));
      rows.push([name, ...(measured === null ? ['refused', ''] : [measured.p95, measured.cpu])]);
      if (measured !== null) medians.push(measured.p95.median);
    }
    return rows;
  };
  try {
    const columns = ['search', 'p95 in ms', 'CPU in ms'];
    const size = `${sizeOf(events)} events, ${events / EVENTS_PER_ISSUE} issues`;
    return {
      tables: [
        {
          title: `First pages of searches for issues at ${size}, one connection`,
          columns,
          rows: await rowsOf(kindsOf()),
          note: 'The searches of the guide are read from it, sorts and periods from the contract.',
        },
        {
          title: `First pages of searches for events at ${size}, one connection`,
          columns,
          rows: await rowsOf(eventKinds()),
          note: `The searches are those of the guide, in the project with ${SHARES.shop * 100} % of the events.`,
        },
      ],
      reached: bench.options.isQuick ? {} : { search: Math.max(...medians) },
    };
  } finally {
    await program.stop();
  }
}

/** Milliseconds: the 95th percentile of each round, and processor time for one request. */
interface MeasuredSearch {
  readonly p95: Figure;
  readonly cpu: number;
}

/** Returns null if the service refuses the request. */
async function measure(bench: Bench, { port, pid }: RunningProgram, request: Buffer): Promise<MeasuredSearch | null> {
  const connection = await Connection.open(port);
  try {
    for (let number = 0; number < WARM_UP; number += 1) await timeRequest(connection, request);
  } catch (error) {
    bench.log(String(error));
    return null;
  }
  const rounds: number[] = [];
  const before = cpuOf(pid);
  for (let round = 0; round < bench.plan.rounds; round += 1) {
    bench.noise.measure();
    const times: number[] = [];
    for (let number = 0; number < REQUESTS; number += 1) times.push(await timeRequest(connection, request));
    rounds.push(percentile(times, 0.95));
  }
  connection.close();
  const cpu = ((cpuOf(pid) - before) * 1000) / (REQUESTS * rounds.length);
  return { p95: figure(rounds), cpu };
}

/** Returns a database that is kept for later runs with the same schema: filling it takes minutes. */
async function seededSearch(bench: Bench, events: number): Promise<SeededDatabase> {
  const databases = new SqliteDatabases(tmpdir());
  const name = `culprit-search-${SCHEMA_VERSION}-${events}`;
  const url = databases.fresh(name);
  const note = path.join(tmpdir(), `${name}.json`);
  if (!existsSync(note)) {
    bench.log(`  filling a database with ${events} events`);
    const unfinished = databases.fresh(`${name}-${process.pid}`);
    const fixture = await createFixture(unfinished);
    let lastIssue = 0;
    for (const [slug, share] of Object.entries(SHARES)) {
      const owner = slug === 'shop' ? fixture : await addProject(unfinished, fixture, slug);
      const amounts = { eventsPerIssue: EVENTS_PER_ISSUE, firstIssue: lastIssue + 1 };
      lastIssue = await seedEvents(databases, unfinished, owner, events * share, amounts);
    }
    await databases.execute(unfinished, COUNT_DAYS, []);
    renameSync(unfinished.slice('sqlite:'.length), url.slice('sqlite:'.length));
    writeFileSync(note, JSON.stringify(fixture));
  }
  return { databases, url, fixture: JSON.parse(readFileSync(note, 'utf8')) as BenchFixture };
}

function kindsOf(): Kind[] {
  const searches = [...new Set(['', 'is:unresolved', ...documentedSearches().issues, ...SEARCHES])];
  const sorts = valuesOf('sort');
  const kinds = [ISSUES_PATH, ORGANIZATION_ISSUES_PATH].flatMap((list) => {
    const where = list === ISSUES_PATH ? '' : 'all projects: ';
    const kind = (label: string, query: Record<string, string>): Kind => ({
      name: `${where}${label}`,
      path: `${list}?${new URLSearchParams(query).toString()}`,
    });
    return [
      ...searches.map((query) => kind(query === '' ? 'every issue' : query, { query })),
      ...sorts.flatMap((sort) => [
        kind(`sort ${sort}`, { query: '', sort }),
        kind(`sort ${sort}: timeout`, { query: 'timeout', sort }),
        ...PERIODS.map((statsPeriod) => kind(`sort ${sort}, ${statsPeriod}`, { query: '', sort, statsPeriod })),
      ]),
      ...PERIODS.map((statsPeriod) => kind(`${statsPeriod}: timeout`, { query: 'timeout', statsPeriod })),
    ];
  });
  // The tags of the issue with the most events.
  const tags = `${ORGANIZATION_ISSUES_PATH}1/tags/`;
  return [
    ...kinds,
    { name: 'tags of an issue', path: tags },
    { name: 'values of a tag of an issue', path: `${tags}environment/values/` },
  ];
}

/** Returns the first pages of the list of a project's events. */
function eventKinds(): Kind[] {
  const searches = new Set(['', ...documentedSearches().events, ...EVENT_SEARCHES]);
  return [...searches].map((query) => ({
    name: query === '' ? 'every event' : query,
    path: `${EVENTS_PATH}?${new URLSearchParams({ query }).toString()}`,
  }));
}

/** The heading of the guide below which are the searches for events. */
const EVENTS_HEADING = '\n## Searching events\n';

/** Returns the searches in the tables of the guide: the texts that are marked as code in the first column. */
function documentedSearches(): { issues: string[]; events: string[] } {
  const [issues = '', events = ''] = readFileSync(GUIDE, 'utf8').split(EVENTS_HEADING);
  const searchesOf = (text: string) =>
    [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, query = '']) => query),
    );
  return { issues: searchesOf(issues), events: searchesOf(events) };
}

interface ContractParameter {
  readonly name?: string;
  readonly $ref?: string;
  readonly schema?: { readonly enum?: readonly string[] };
}

/** Returns the values of a parameter of the list. */
function valuesOf(name: string): readonly string[] {
  const { get } = contract.paths['/api/0/projects/{organization_slug}/{project_slug}/issues/'];
  const parameters = get.parameters as readonly ContractParameter[];
  return parameters.map(resolve).find((parameter) => parameter.name === name)?.schema?.enum ?? [];
}

function resolve({ $ref, ...parameter }: ContractParameter): ContractParameter {
  if ($ref === undefined) return parameter;
  const components = contract.components.parameters as Readonly<Record<string, ContractParameter>>;
  return components[$ref.split('/').at(-1) ?? ''] ?? parameter;
}
