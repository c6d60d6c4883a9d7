import type { components } from '../../generated/api';
import type { Deploy } from '../domain/deploy';
import { presentTime } from './time';

/** A deploy of a release. */
export function presentDeploy(deploy: Deploy): components['schemas']['Deploy'] {
  const { id, environment, name, url, dateStarted, dateFinished } = deploy;
  return {
    id,
    environment,
    name,
    url,
    dateStarted: dateStarted === null ? null : presentTime(dateStarted),
    dateFinished: presentTime(dateFinished),
  };
}
