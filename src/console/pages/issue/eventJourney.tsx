import { type ReactNode, useState } from 'react';
import { Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { useFormat } from '../../components/time';
import { type DataOf, useOperation } from '../../state/api';
import { useTexts } from '../../state/texts';
import { journeyTexts } from '../../texts/journey';
import styles from './event.module.css';
import { MemberList } from './valueTree';

type ShownJourney = DataOf<'getEventJourney'>;
type Station = readonly [string, unknown];

/** What happened to an event since it was sent; it is read once the reader opens it. */
export function EventJourney({
  organization,
  project,
  event,
}: {
  readonly organization: string;
  /** The slug of the project. */
  readonly project: string;
  /** The id of the event. */
  readonly event: string;
}): ReactNode {
  const texts = useTexts(journeyTexts).journey;
  const [isOpen, setOpen] = useState(false);
  const given = { organization_slug: organization, project_slug: project, event_id: event };
  const query = useOperation('getEventJourney', isOpen ? given : null, { staleTime: 60_000 });
  return (
    <details className={styles['fold']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{texts.title}</h2>
      </summary>
      {isOpen && <Loaded query={query}>{(journey) => <JourneyFacts journey={journey} />}</Loaded>}
    </details>
  );
}

/** Says why an event that was sent to a project is not stored; nothing if the project does not know of it. */
export function DroppedEvent({
  organization,
  project: { slug, name },
  event,
}: {
  readonly organization: string;
  readonly project: { readonly slug: string; readonly name: string };
  readonly event: string;
}): ReactNode {
  const texts = useTexts(journeyTexts).journey;
  const given = { organization_slug: organization, project_slug: slug, event_id: event };
  const { data } = useOperation('getEventJourney', given, { staleTime: 60_000 });
  if (data?.status !== 'dropped') return null;
  return (
    <Section title={texts.notStored(name)}>
      <JourneyFacts journey={data} />
    </Section>
  );
}

/** The stations of a journey, in their order. */
function JourneyFacts({ journey }: { readonly journey: ShownJourney }): ReactNode {
  const texts = useTexts(journeyTexts).journey;
  const format = useFormat();
  const { status, dateReceived, source, clock, changes, grouping, counted, pendingAlerts, deliveries, drop } = journey;
  const { key, network, sdk } = source;
  const isStored = status === 'stored';
  const stations: readonly (Station | null)[] = [
    [texts.received, format.dateTime(dateReceived)],
    [texts.key, key === null ? texts.notRecorded : `${key.name ?? texts.removedKey} (${key.start}…)`],
    [texts.network, network === null ? texts.notRecorded : texts.networks[network]],
    sdk === null ? null : [texts.sdk, [sdk.name, sdk.version].filter((part) => part !== null).join(' ')],
    clock === null
      ? null
      : [
          texts.clock,
          texts.clocks[clock.cause](
            clock.milliseconds === null ? null : format.number(Math.round(clock.milliseconds / 1000)),
          ),
        ],
    ...changes.map(({ rule, setting, action, count, paths }): Station => {
      return [
        `${texts.actions[action]}: ${format.number(count)}`,
        `${setting ?? rule}: ${[...paths, ...(count > paths.length ? ['…'] : [])].join(', ')}`,
      ];
    }),
    grouping === null
      ? null
      : [texts.issue, `${grouping.issue.shortId} · ${texts.fingerprints[grouping.fingerprint]} · ${grouping.hash}`],
    grouping === null || grouping.mergedIssues === 0 ? null : [texts.merged, texts.mergedIssues(grouping.mergedIssues)],
    counted === null
      ? null
      : [
          texts.counted,
          [counted.outcome, counted.reason, counted.category].filter((part) => part !== null).join(' · '),
        ],
    pendingAlerts === 0 ? null : [texts.pendingAlerts, format.number(pendingAlerts)],
    ...deliveries.map(({ channel, rule, recipient, state, dateCreated }): Station => {
      return [
        texts.alert,
        [rule?.name, channel, recipient, state, format.dateTime(dateCreated)]
          .filter((part) => typeof part === 'string')
          .join(' · '),
      ];
    }),
    drop === null
      ? null
      : [
          isStored ? texts.refusedToo : texts.refused,
          `${texts.reasons[drop.reason]} ${texts.attempts(drop.attempts, format.dateTime(drop.dateReceived))}`,
        ],
    drop?.limit
      ? [texts.limit, texts.limitOf(format.number(drop.limit.count), format.number(drop.limit.window))]
      : null,
  ];
  return <MemberList members={stations.filter((station) => station !== null)} />;
}
