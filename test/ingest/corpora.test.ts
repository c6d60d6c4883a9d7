import type { EventDetail } from '../support/sdkEvents';
import { readEnvelope, readRecordedPlatforms } from '../support/corpora';
import type { ProjectFixture } from '../support/fixtures';
import { useService } from '../support/service';

interface Trace {
  readonly frames: readonly {
    readonly function: string | null;
    readonly module: string | null;
    readonly filename: string | null;
    readonly absPath: string | null;
    readonly inApp: boolean;
  }[];
}

type Json = Record<string, unknown>;

interface HasTrace {
  readonly stacktrace: Trace | null;
}

const service = useService();

/** Returns the envelope as the SDK sent it, addressed to another project. */
function recorded(platform: string, name: string, { dsn, publicKey }: ProjectFixture): string {
  const text = readEnvelope(platform, name);
  const end = text.indexOf('\n');
  const header = JSON.parse(text.slice(0, end)) as { dsn?: string; trace?: object };
  const addressed = {
    ...header,
    ...(header.dsn !== undefined && { dsn }),
    ...(header.trace !== undefined && { trace: { ...header.trace, public_key: publicKey } }),
  };
  return JSON.stringify(addressed) + text.slice(end);
}

/**
 * Returns the trace that shows where an event happened: of the newest exception that has one, else of a thread, else of
 * the event.
 */
function mainTrace({ entries }: EventDetail): Trace | null {
  const valuesOf = (type: string) => {
    const data = entries.find((entry) => entry.type === type)?.data as { values: (HasTrace & Json)[] } | undefined;
    return (data?.values ?? []).filter(({ stacktrace }) => stacktrace !== null);
  };
  const threads = valuesOf('threads');
  const thread =
    threads.find(({ crashed }) => crashed) ??
    threads.find(({ current }) => current) ??
    threads.find(({ main }) => main);
  const own = entries.find(({ type }) => type === 'stacktrace')?.data as Trace | undefined;
  return valuesOf('exception').at(-1)?.stacktrace ?? (thread ?? threads[0])?.stacktrace ?? own ?? null;
}

function inAppFrames(event: EventDetail): string[] {
  const frames = mainTrace(event)?.frames.filter(({ inApp }) => inApp) ?? [];
  return frames.map(
    ({ module, filename, absPath, ...frame }) => `${module ?? filename ?? absPath}/${frame.function ?? '?'}`,
  );
}

describe.each(readRecordedPlatforms())('$name', ({ name: platform, cases }) => {
  const events = new Map<string, EventDetail>();

  beforeAll(async () => {
    const { slug: organization } = await service.fixtures.organization();
    const token = await service.fixtures.token(organization);
    const projects = new Map<string, ProjectFixture>();
    for (const { name, project: key = '' } of cases) {
      const project = projects.get(key) ?? (await service.fixtures.project({ organization }));
      projects.set(key, project);
      const path = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
      const type = 'application/x-sentry-envelope';
      const sent = await service.client
        .post(path)
        .type(type)
        .send(recorded(platform, name, project))
        .expect(200);
      const { id } = sent.body as { id: string };
      const { body } = await service.client.get(`${project.path}events/${id}/`, token).expect(200);
      events.set(name, body as EventDetail);
    }
  });

  /** Returns the event of a case. */
  function eventOf(name: string): EventDetail {
    const event = events.get(name);
    if (event === undefined) throw new Error(`${name} was not sent`);
    return event;
  }

  it.each(cases)('shows $name as its developers expect', ({ name, title, culprit, inAppFrames: frames }) => {
    const event = eventOf(name);
    expect({ title: event.title, culprit: event.culprit, inAppFrames: inAppFrames(event) }).toEqual({
      title,
      culprit,
      inAppFrames: frames,
    });
  });

  it('puts the events of each group into an issue of their own', () => {
    const groups: Record<string, string[]> = {};
    const issues: Record<string, string[]> = {};
    for (const { name, group, project = '' } of cases) {
      (groups[`${project} ${group}`] ??= []).push(name);
      (issues[`${project} ${eventOf(name).groupID}`] ??= []).push(name);
    }
    expect(Object.values(issues)).toEqual(Object.values(groups));
  });
});
