import type { Bench, Measured, Sides } from '../bench';
import { type Case, compare, COMPARED, COMPARED_NOTE, compared, type Comparison, ratioOf } from '../compare';
import { envelopeRequests } from '../envelopes';
import { after } from '../load';
import type { Outcome } from '../report';
import type { Side } from '../side';
import { figure, median } from '../stats';
import { memoryOf } from '../usage';
import { envelopeTarget } from '../world';

const KILOBYTES = [3, 25, 50];
const CONNECTIONS = [1, 10, 50];
const DRAIN_LIMIT_SECONDS = 30;

interface Ingested extends Measured {
  /** Events per second that could be read, with their bodies, by the time that all could. */
  readonly drained: number;
  readonly memory: number;
}

/** How many events are accepted and kept, by size and number of connections; one in ten opens a new issue. */
export async function ingest(bench: Bench): Promise<Outcome> {
  const stock = await bench.stock(bench.plan.small);
  const target = envelopeTarget(stock.world);
  return bench.withSides(stock, async (sides) => {
    const found: { kilobytes: number; connections: number; comparison: Comparison<Ingested> }[] = [];
    for (const kilobytes of KILOBYTES) {
      for (const connections of CONNECTIONS) {
        const requests = () => Array.from({ length: connections }, () => envelopeRequests(target, kilobytes * 1024));
        const one: Case<Ingested> = {
          name: `ingest, ${kilobytes} KB, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
          connections: requests,
          measure: (side) => measure(bench, sides, side, requests),
        };
        found.push({ kilobytes, connections, comparison: await compare(bench, sides, one) });
      }
    }
    const at10 = (size: number) => found.find(({ kilobytes, connections }) => kilobytes === size && connections === 10);
    const ratioAt = (size: number) => ratioOf(at10(size)?.comparison ?? { name: '', service: [], bare: [] }).median;
    const comparisons = found.map(({ comparison }) => comparison);
    return {
      tables: [
        { title: 'Ingest', columns: COMPARED, rows: comparisons.map(compared), note: COMPARED_NOTE },
        { title: 'Ingest: drained and memory', columns: DRAINED, rows: comparisons.map(drainedRow), note: DRAINED_NOTE },
      ],
      reached: { ingest3: ratioAt(3), ingest25: ratioAt(25), drained: Math.min(...comparisons.map(drainedShare)) },
    };
  });
}

async function measure(bench: Bench, sides: Sides, side: Side, requests: () => Parameters<Bench['load']>[1]): Promise<Ingested> {
  const url = sides.urlOf(side);
  const before = await readable(bench, url);
  const sample = await bench.load(side, requests(), after(bench.plan.seconds));
  const memory = memoryOf(side.pid);
  const began = performance.now();
  let waited = 0;
  let stored = (await readable(bench, url)) - before;
  while (stored < sample.count && waited < DRAIN_LIMIT_SECONDS) {
    waited = (performance.now() - began) / 1000;
    stored = (await readable(bench, url)) - before;
  }
  return { ...sample, drained: stored / (sample.seconds + waited), memory };
}

/** Events that are there with their bodies. */
async function readable({ databases }: Bench, url: string): Promise<number> {
  const counts = 'SELECT (SELECT COUNT(*) FROM event) AS "events", (SELECT COUNT(*) FROM event_body) AS "bodies"';
  const [row] = await databases.query<{ events: number; bodies: number }>(url, counts);
  return Math.min(Number(row?.events), Number(row?.bodies));
}

const DRAINED = ['case', 'accepted/s', 'drained/s', 'drained ÷ accepted', 'bare accepted/s', 'bare drained/s', 'RSS MB', 'bare RSS MB'];
const DRAINED_NOTE =
  'Drained: events that a query beside the service finds with their bodies, by the seconds it takes until it finds all that were accepted. ' +
  'RSS is the highest at the end of a stretch.';

function drainedRow({ name, service, bare }: Comparison<Ingested>) {
  const rates = (samples: readonly Ingested[]) => [figure(samples.map(({ perSecond }) => perSecond)), figure(samples.map(({ drained }) => drained))];
  const memory = (samples: readonly Ingested[]) => Math.max(...samples.map((sample) => sample.memory)) / 1e6;
  return [name, ...rates(service), drainedShare({ name, service, bare }), ...rates(bare), memory(service), memory(bare)];
}

function drainedShare({ service }: Comparison<Ingested>): number {
  return median(service.map(({ drained, perSecond }) => drained / perSecond));
}
