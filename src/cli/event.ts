import type { components } from '../client/createClient';
import { dataOf, openService, print, type ServiceOptions, type TerminalService } from './service';
import { formatFact, paint, printable, printableJson } from './terminal';

/* Events on the terminal. */

type TerminalJourney = components['schemas']['EventJourney'];

/** Prints what happened to an event. @throws Error if no project knows it or the service refuses the request */
export async function showJourney(id: string, options: ServiceOptions & { project?: string }): Promise<void> {
  const service = await openService(options);
  const projects = options.project === undefined ? projectsOf(service, id) : [options.project];
  for await (const project of projects) {
    const journey = await findJourney(service, project, id);
    if (journey === undefined) continue;
    print(options.json ? `${printableJson({ project, ...journey })}\n` : formatJourney(project, journey));
    return;
  }
  const place = options.project === undefined ? 'the organization' : `the project ${options.project}`;
  throw new Error(`Nothing is known about an event ${id} in ${place}; events not stored are known for seven days.`);
}

/** Returns the project of a stored event, or else all projects: one of them may know why the event is not stored. */
async function* projectsOf({ culprit, organization }: TerminalService, id: string): AsyncGenerator<string> {
  const stored = await culprit.getEventById({ organization_slug: organization, event_id: id });
  if (stored.ok) return void (yield stored.data.projectSlug);
  if (stored.response.status !== 404) dataOf(stored);
  for await (const { slug } of culprit.listOrganizationProjects.records({ organization_slug: organization }))
    yield slug;
}

async function findJourney(
  { culprit, organization }: TerminalService,
  project: string,
  id: string,
): Promise<TerminalJourney | undefined> {
  const place = { organization_slug: organization, project_slug: project, event_id: id };
  const reply = await culprit.getEventJourney(place);
  return !reply.ok && reply.response.status === 404 ? undefined : dataOf(reply);
}

const CLOCKS: Readonly<Record<NonNullable<TerminalJourney['clock']>['cause'], string>> = {
  clock_drift: 'corrected: the clock of the client is wrong',
  future_timestamp: 'replaced: the event is in the future',
  past_timestamp: 'replaced: the event is too old',
  invalid_timestamp: 'replaced: the event has no valid time',
};

const FINGERPRINTS: Readonly<Record<NonNullable<TerminalJourney['grouping']>['fingerprint'], string>> = {
  default: 'grouped by its content',
  client: 'grouped by the fingerprint that the client sent',
  rule: 'grouped by a fingerprint rule of the project',
};

function formatJourney(project: string, journey: TerminalJourney): string {
  const { eventID, status, dateReceived, source, clock, changes, grouping, counted, deliveries, drop } = journey;
  const { key, network, sdk } = source;
  const isStored = status === 'stored';
  const seconds = clock?.milliseconds ? `, by ${Math.round(clock.milliseconds / 1000)} s` : '';
  const merged = grouping?.mergedIssues ? `, ${grouping.mergedIssues} issues were merged into it` : '';
  const facts: readonly (readonly [string, string] | null)[] = [
    ['Project', project],
    ['Received', dateReceived],
    ['Key', key === null ? '-' : `${key.name ?? 'removed key'} (${key.start}…)`],
    ['Network', network ?? '-'],
    sdk && ['SDK', `${sdk.name ?? '?'} ${sdk.version ?? ''}`.trimEnd()],
    clock && ['Time', `${CLOCKS[clock.cause]}${seconds}`],
    ...changes.map(({ rule, setting, action, count, paths }) => {
      const more = count > paths.length ? ', …' : '';
      return ['Changed', `${count} ${action} by ${setting ?? rule}: ${paths.join(', ')}${more}`] as const;
    }),
    grouping && [
      'Issue',
      `${grouping.issue.shortId}, ${FINGERPRINTS[grouping.fingerprint]} (${grouping.hash})${merged}`,
    ],
    counted && ['Counted', [counted.outcome, counted.reason, counted.category].filter(Boolean).join(', ')],
    journey.pendingAlerts > 0 ? ['Alerts', `${journey.pendingAlerts} waiting`] : null,
    ...deliveries.map(({ channel, rule, recipient, state, dateCreated }) => {
      return ['Alert', [rule?.name, channel, recipient, state, dateCreated].filter(Boolean).join(', ')] as const;
    }),
    drop && [isStored ? 'Refused too' : 'Refused', `${drop.explanation} (${drop.reason}, ${drop.dateReceived})`],
    drop && drop.attempts > 1 ? ['Attempts', String(drop.attempts)] : null,
    drop?.setting ? ['Setting', drop.setting] : null,
    drop?.limit ? ['Limit', `${drop.limit.count} in ${drop.limit.window} seconds`] : null,
  ];
  const head = `${paint('bold', printable(eventID))} ${paint(isStored ? 'green' : 'red', status)}\n\n`;
  return head + facts.flatMap((fact) => (fact ? formatFact(...fact) : [])).join('');
}
