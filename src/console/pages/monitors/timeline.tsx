import { type ReactNode, useEffect, useState } from 'react';
import { useFormat } from '../../components/time';
import type { DataOf, RecordOfList } from '../../state/api';
import { useLocale } from '../../state/preferences';
import { useTexts } from '../../state/texts';
import { monitorsTexts } from '../../texts/monitors';
import styles from './monitors.module.css';

export type ShownMonitor = DataOf<'getMonitor'>;
export type ShownCheckIn = RecordOfList<'listCheckIns'>;
type Status = ShownCheckIn['status'];

/** What stands in a tick, so that its colour is not all that tells it. */
const SIGNS: Readonly<Record<Status, string>> = {
  ok: '✓',
  error: '✕',
  missed: '–',
  timeout: '»',
  in_progress: '▸',
  unknown: '?',
};
/** The looks of a status as a badge. */
export const KINDS: Readonly<Record<Status, string | undefined>> = {
  ok: 'success',
  error: 'danger',
  missed: 'warning',
  timeout: 'warning',
  in_progress: undefined,
  unknown: undefined,
};
/** Number of ticks of a line. */
const TICKS = 30;

/** The last runs in each environment, the newest on the right. */
export function Timelines({
  environments,
  checkIns,
}: {
  readonly environments: readonly string[];
  /** Newest first. */
  readonly checkIns: readonly ShownCheckIn[];
}): ReactNode {
  return (
    <div className={styles.timelines}>
      {environments.map((name) => (
        <Timeline key={name} name={name} checkIns={checkIns.filter(({ environment }) => environment === name)} />
      ))}
    </div>
  );
}

function Timeline({
  name,
  checkIns,
}: {
  readonly name: string;
  readonly checkIns: readonly ShownCheckIn[];
}): ReactNode {
  const { statuses, timeline } = useTexts(monitorsTexts);
  const format = useFormat();
  const shown = checkIns.slice(0, TICKS);
  const kinds = [...new Set(shown.map(({ status }) => status).reverse())];
  const counts = kinds.map((kind) => `${shown.filter(({ status }) => status === kind).length} ${statuses[kind]}`);
  return (
    <>
      <span className={`${styles.name ?? ''} small`}>{name}</span>
      <span className={styles.timeline} role="img" aria-label={timeline(name, counts.join(', '))}>
        {shown.map(({ id, status, dateAdded }) => (
          <span
            key={id}
            className={styles.tick}
            data-status={status}
            title={`${format.dateTime(dateAdded)}: ${statuses[status]}`}
          >
            {SIGNS[status]}
          </span>
        ))}
      </span>
    </>
  );
}

/** The schedule in words; a crontab as it is until its words are loaded. */
export function Schedule({ config }: { readonly config: ShownMonitor['config'] }): ReactNode {
  const texts = useTexts(monitorsTexts);
  const locale = useLocale();
  const { schedule } = config;
  const [words, setWords] = useState<string | null>(null);
  const crontab = typeof schedule === 'string' ? schedule : null;
  useEffect(() => {
    let isGone = false;
    if (crontab !== null)
      void describeCrontab(crontab, locale).then((described) => {
        if (!isGone) setWords(described);
      });
    return () => {
      isGone = true;
    };
  }, [crontab, locale]);
  if (typeof schedule === 'string')
    return (
      <>
        {words !== null && <>{words} </>}
        <code>{schedule}</code>
      </>
    );
  const [count = 1, unit = 'day'] = schedule;
  const name = unit as keyof typeof texts.units;
  return <>{Number(count) === 1 ? texts.everyOne[name] : texts.everyUnit(Number(count), texts.units[name])}</>;
}

/** Returns null for a crontab that cannot be put into words. */
async function describeCrontab(crontab: string, locale: string): Promise<string | null> {
  const { default: cronstrue } = await import('cronstrue/i18n');
  try {
    return cronstrue.toString(crontab, { locale, use24HourTimeFormat: true });
  } catch {
    return null;
  }
}
