import { readFileSync } from 'node:fs';
import path from 'node:path';
import contract from '../../../generated/openapi.json';
import { median } from '../../support/statistics';
import type { Bench, Measured } from '../bench';
import { cpuPerRequest } from '../compare';
import { afterCount } from '../load';
import type { RunningProgram } from '../programs';
import { type Cell, figure, type Outcome, sizeOf } from '../report';
import { EVENTS_PATH, getConnections, ISSUES_PATH } from '../requests';
import { countRows, type SeededDatabase } from '../seed';

const GUIDE = path.resolve(__dirname, '../../../openapi/guides/search.md');
/** The heading of the guide below which are the searches for events. */
const EVENTS_HEADING = '\n## Searching events\n';
/** The share of the events that each project has. */
const SHARES = { shop: 0.7, api: 0.2, web: 0.1 };
/** Requests of a kind in one round; the first ones of all are not counted. */
const REQUESTS = 20;
const WARM_UP = 3;

const ORGANIZATION_ISSUES_PATH = '/api/0/organizations/acme/issues/';

/** Searches by their results in the seeded database. The searches of the guide are measured as well. */
const SEARCHES = ['', 'level:error', '!level:error', 'zyx', '!(timeout)'];
const ISSUE_SEARCHES = [
  ...['is:unresolved', 'environment:production is:resolved', 'release:shop@*', 'timeout', '"order 99"', 'order 4711'],
  ...['err', 'PaymentError OR StockError', 'is:unresolved level:error timeout !region:eu-west'],
];
const EVENT_SEARCHES = ['region:*', 'error.type:*', 'error.type:Zyx', 'region:eu-west zyx'];
const PERIODS = ['24h', '14d', '90d'];

type Search = readonly [name: string, path: string];

/** Measures the first page of every kind of search. */
export async function search(bench: Bench): Promise<Outcome> {
  const seeded = await bench.seeded(bench.plan.large, { perIssue: 10, shares: SHARES });
  return bench.withSide('ours', seeded, async (program, copy) => {
    const medians: number[] = [];
    const tableOf = async (what: string, searches: readonly Search[], note: string) => {
      const rows: Cell[][] = [];
      for (const [name, target] of searches) {
        bench.log(`  ${name}`);
        const samples = await measure(bench, program, copy, target);
        const p95 = figure(samples.map((sample) => sample.p95));
        const isRefused = samples.length === 0;
        rows.push([name, ...(isRefused ? ['refused', ''] : [p95, median(samples.map(cpuPerRequest)) / 1000])]);
        if (!isRefused) medians.push(p95.median);
      }
      const size = `${sizeOf(bench.plan.large)} events, ${await countRows(copy, 'issue')} issues`;
      const title = `First pages of searches for ${what} at ${size}, one connection`;
      return { title, columns: ['search', 'p95 in ms', 'CPU in ms'], rows, note };
    };
    const [issues, events] = readFileSync(GUIDE, 'utf8').split(EVENTS_HEADING).map(documentedSearches);
    const issueNote = 'The searches of the guide are read from it, sorts and periods from the contract.';
    const eventNote = `The searches are those of the guide, in the project with ${SHARES.shop * 100} % of the events.`;
    const tables = [
      await tableOf('issues', [...issueSearches(issues ?? []), ...(await tagPages(copy))], issueNote),
      await tableOf('events', eventSearches(events ?? []), eventNote),
    ];
    return { tables, reached: bench.options.isQuick ? {} : { search: Math.max(...medians) } };
  });
}

/** Measures each round. Returns nothing if the service refuses the request. */
async function measure(
  bench: Bench,
  program: RunningProgram,
  { fixture }: SeededDatabase,
  target: string,
): Promise<Measured[]> {
  const send = (count: number) => bench.load(program, getConnections(fixture, target, 1), afterCount(count));
  try {
    await send(WARM_UP);
  } catch (error) {
    bench.log(String(error));
    return [];
  }
  const samples: Measured[] = [];
  for (let round = 0; round < bench.plan.rounds; round += 1) {
    bench.noise.measure();
    samples.push(await send(REQUESTS));
  }
  return samples;
}

/** Returns the searches in the tables of a part of the guide: the texts marked as code in the first column. */
function documentedSearches(text: string): string[] {
  return [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, query = '']) => query),
  );
}

function pathOf(list: string, query: Readonly<Record<string, string>>): string {
  return `${list}?${new URLSearchParams(query).toString()}`;
}

function issueSearches(documented: readonly string[]): Search[] {
  const queries = [...new Set([...SEARCHES, ...documented, ...ISSUE_SEARCHES])];
  const kinds: (readonly [name: string, query: Readonly<Record<string, string>>])[] = [
    ...queries.map((query) => [query === '' ? 'every issue' : query, { query }] as const),
    ...contract.components.parameters.IssueSort.schema.enum.flatMap((sort) => [
      [`sort ${sort}`, { query: '', sort }] as const,
      [`sort ${sort}: timeout`, { query: 'timeout', sort }] as const,
      ...PERIODS.map((statsPeriod) => [`sort ${sort}, ${statsPeriod}`, { query: '', sort, statsPeriod }] as const),
    ]),
    ...PERIODS.map((statsPeriod) => [`${statsPeriod}: timeout`, { query: 'timeout', statsPeriod }] as const),
  ];
  return [
    ...kinds.map(([name, query]) => [name, pathOf(ISSUES_PATH, query)] as const),
    ...kinds.map(([name, query]) => [`all projects: ${name}`, pathOf(ORGANIZATION_ISSUES_PATH, query)] as const),
  ];
}

/** Returns the tags of the issue with the most events. */
async function tagPages({ databases, url }: SeededDatabase): Promise<Search[]> {
  const [row] = await databases.query<{ id: number }>(url, 'SELECT id FROM issue ORDER BY times_seen DESC LIMIT 1');
  const tags = `${ORGANIZATION_ISSUES_PATH}${row?.id}/tags/`;
  return [
    ['tags of an issue', tags],
    ['values of a tag of an issue', `${tags}environment/values/`],
  ];
}

/** Returns the first pages of the list of a project's events. */
function eventSearches(documented: readonly string[]): Search[] {
  const queries = [...new Set([...SEARCHES, ...documented, ...EVENT_SEARCHES])];
  return queries.map((query) => [query === '' ? 'every event' : query, pathOf(EVENTS_PATH, { query })]);
}
