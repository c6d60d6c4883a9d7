import type { Bench, Measured } from '../bench';
import { compareBy, COMPARED_NOTE, compared, comparedColumns, type Comparison, perSecond, ratioOf } from '../compare';
import { envelopeRequests } from '../envelopes';
import { after, type Requests } from '../load';
import type { Cell, Outcome } from '../report';
import type { Side } from '../side';
import { figure, median } from '../stats';
import { memoryOf } from '../usage';
import { envelopeTarget } from '../world';

const KILOBYTES = [3, 25, 50];
const CONNECTIONS = [1, 10, 50];
const DRAIN_LIMIT_SECONDS = 30;
const COUNTS = `SELECT (SELECT COUNT(*) FROM event) AS "events", (SELECT COUNT(*) FROM event_body) AS "bodies",
  (SELECT COUNT(*) FROM issue) AS "issues"`;

interface Ingested extends Measured {
  /** Events per second that could be read, with their bodies, by the time that all could. */
  readonly drained: number;
  /** Share of the events that opened an issue. */
  readonly opened: number;
  readonly memory: number;
}

/** How many events are accepted and kept, by size and number of connections; one in ten opens a new issue. */
export async function ingest(bench: Bench): Promise<Outcome> {
  const stock = await bench.stock(bench.plan.small);
  const target = envelopeTarget(stock.world);
  return bench.withSides(stock, async (sides) => {
    const found: { kilobytes: number; count: number; comparison: Comparison<Ingested> }[] = [];
    for (const kilobytes of KILOBYTES) {
      for (const count of CONNECTIONS) {
        const connections = () => Array.from({ length: count }, () => envelopeRequests(target, kilobytes * 1024));
        const name = `${kilobytes} KB, ${count} ${count === 1 ? 'connection' : 'connections'}`;
        const measure = (side: Side) => storeAndRead(bench, side, sides.urlOf(side), connections());
        found.push({ kilobytes, count, comparison: await compareBy(bench, [sides.service, sides.bare], { name, connections }, measure) });
      }
    }
    const ratiosOf = (size: number) =>
      found.filter(({ kilobytes, count }) => kilobytes === size && count === 10).map(({ comparison }) => ratioOf(comparison).median);
    const comparisons = found.map(({ comparison }) => comparison);
    return {
      tables: [
        { title: 'Ingest, one event in ten opens a new issue', columns: comparedColumns(), rows: comparisons.map(compared), note: COMPARED_NOTE },
        { title: 'Ingest: drained and memory', columns: DRAINED, rows: comparisons.map(drainedRow), note: DRAINED_NOTE },
      ],
      reached: { ingest3: median(ratiosOf(3)), ingest25: median(ratiosOf(25)), drained: Math.min(...comparisons.map(drainedShare)) },
    };
  });
}

async function storeAndRead(bench: Bench, side: Side, url: string, connections: readonly Requests[]): Promise<Ingested> {
  const before = await stateOf(bench, url);
  const sample = await bench.load(side, connections, after(bench.plan.seconds));
  const memory = memoryOf(side.pid);
  const began = performance.now();
  let waited = 0;
  let state = await stateOf(bench, url);
  while (state.events - before.events < sample.count && waited < DRAIN_LIMIT_SECONDS) {
    waited = (performance.now() - began) / 1000;
    state = await stateOf(bench, url);
  }
  const drained = (state.events - before.events) / (sample.seconds + waited);
  return { ...sample, drained, opened: (state.issues - before.issues) / sample.count, memory };
}

/** Events that can be read with their bodies, and issues. */
async function stateOf({ databases }: Bench, url: string): Promise<{ events: number; issues: number }> {
  const [row] = await databases.query<{ events: number; bodies: number; issues: number }>(url, COUNTS);
  return { events: Math.min(Number(row?.events), Number(row?.bodies)), issues: Number(row?.issues) };
}

const DRAINED = ['case', 'accepted/s', 'drained/s', 'drained ÷ accepted', 'bare accepted/s', 'bare drained/s', 'new issues', 'RSS MB', 'bare RSS MB'];
const DRAINED_NOTE =
  'Drained: events that a query beside the service finds with their bodies, by the seconds it takes until it finds all that were accepted. ' +
  'New issues: the share of events that opened one, service / bare. RSS is the highest at the end of a stretch.';

function drainedRow({ name, ours, theirs }: Comparison<Ingested>): Cell[] {
  const rates = (samples: readonly Ingested[]) => [perSecond(samples), figure(samples.map(({ drained }) => drained))];
  const memory = (samples: readonly Ingested[]) => Math.max(...samples.map((sample) => sample.memory)) / 1e6;
  const opened = [ours, theirs].map((samples) => `${Math.round(100 * median(samples.map((sample) => sample.opened)))} %`).join(' / ');
  return [name, ...rates(ours), drainedShare({ ours }), ...rates(theirs), opened, memory(ours), memory(theirs)];
}

function drainedShare({ ours }: Pick<Comparison<Ingested>, 'ours'>): number {
  return median(ours.map((sample) => sample.drained / sample.perSecond));
}
