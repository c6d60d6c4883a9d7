import type { components } from '../../generated/api';
import type { ListedMember } from '../domain/organization';
import { presentTime } from './format';

/** Presents a member of an organization. */
export function presentMember({ id, email, teams, dateCreated }: ListedMember): components['schemas']['Member'] {
  return { id, email, teams: [...teams], dateCreated: presentTime(dateCreated) };
}
