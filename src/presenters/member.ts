import type { components } from '../../generated/api';
import type { ListedMember } from '../domain/organization';
import { presentTime } from './format';

/** Presents a member of an organization. */
export function presentMember({ id, email, role, teams, dateCreated }: ListedMember): components['schemas']['Member'] {
  return { id, email, role, teams: [...teams], dateCreated: presentTime(dateCreated) };
}
