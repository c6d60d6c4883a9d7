import type { components } from '../../generated/api';
import { type Delivery, shownState } from '../domain/alert';
import { presentTime, presentTimeOrNull } from './format';

/** A delivery with the names of its subjects. */
type NamedDelivery = Delivery & {
  readonly project: string;
  readonly ruleId: string | null;
  readonly rule: string | null;
  readonly email: string | null;
};

/** Presents a delivery of alerts. */
export function presentAlertDelivery(delivery: NamedDelivery): components['schemas']['AlertDelivery'] {
  const { projectId, project, ruleId, rule, state, dueAt } = delivery;
  return {
    id: `${delivery.digest}-${delivery.recipient}`,
    project: { id: projectId, slug: project },
    channel: delivery.channel,
    kind: delivery.kind,
    rule: ruleId === null || rule === null ? null : { id: ruleId, name: rule },
    recipient: delivery.email,
    state: shownState(delivery),
    alertCount: delivery.alertCount,
    attempts: delivery.attempts,
    dateCreated: presentTime(delivery.dateCreated),
    dateSettled: presentTimeOrNull(delivery.dateSettled),
    nextAttempt: state === 'waiting' ? presentTime(dueAt) : null,
    error: delivery.error,
  };
}
