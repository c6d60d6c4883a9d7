import type { ReactNode } from 'react';
import { TimeAgo, TimeUntil, useFormat } from '../../components/time';
import { useTexts } from '../../state/texts';
import { alertsTexts } from '../../texts/alerts';
import styles from './alerts.module.css';
import type { TestOutcome } from './alertTexts';

/** The result of a test, for each of its recipients. It is read out when it arrives. */
export function TestOutcomes({
  outcomes,
  isPending,
}: {
  readonly outcomes: readonly TestOutcome[] | null;
  readonly isPending: boolean;
}): ReactNode {
  const texts = useTexts(alertsTexts).alertWords;
  const format = useFormat();
  return (
    <div aria-live="polite">
      {isPending && <p className={styles.outcomes}>{texts.testing}</p>}
      {!isPending && outcomes !== null && (
        <ul className={styles.outcomes}>
          {outcomes.length === 0 && <li>{texts.nobody}</li>}
          {outcomes.map(({ recipient, delivered, detail, durationMs }, index) => (
            <li key={index} className={styles.outcome}>
              <span className="badge" data-kind={delivered ? 'success' : 'danger'}>
                {delivered ? texts.delivered : texts.undelivered}
              </span>
              <span style={{ overflowWrap: 'anywhere' }}>
                {recipient !== undefined && <strong>{recipient}: </strong>}
                {detail} <span className="muted nowrap">{texts.took(format.number(durationMs))}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The results of the deliveries to a webhook. */
export function WebhookDeliveries({
  state: { lastSent, failingSince, error, failures = 0, circuit, nextAttempt },
}: {
  readonly state: {
    readonly lastSent?: string | null;
    readonly failingSince?: string | null;
    readonly error?: string | null;
    readonly failures?: number;
    readonly circuit?: string;
    readonly nextAttempt?: string | null;
  };
}): ReactNode {
  const texts = useTexts(alertsTexts).alertOutcomes;
  const format = useFormat();
  const isFailing = typeof failingSince === 'string';
  return (
    <div className="small">
      <p className="muted">
        {typeof lastSent === 'string' ? (
          <>
            {texts.lastSent}: <TimeAgo time={lastSent} />
          </>
        ) : (
          texts.never
        )}
      </p>
      {isFailing && (
        <p className="field-error">
          {texts.failingSince} <TimeAgo time={failingSince} /> ({texts.failures(failures, format.number(failures))}):{' '}
          {error}
        </p>
      )}
      {circuit === 'open' && typeof nextAttempt === 'string' && (
        <p>
          {texts.paused} <TimeUntil time={nextAttempt} />
        </p>
      )}
    </div>
  );
}
