import type { components } from '../../generated/api';
import { DEFAULT_OWNERSHIP, type Ownership } from '../domain/ownership';
import { presentTime } from './format';

/** Presents the ownership rules of a project. @param ownership undefined if none were saved */
export function presentOwnership(ownership: Ownership | undefined): components['schemas']['ProjectOwnership'] {
  const { raw, fallthrough, autoAssignment } = ownership ?? DEFAULT_OWNERSHIP;
  return {
    raw: raw === '' ? null : raw,
    fallthrough,
    autoAssignment,
    isActive: true,
    dateCreated: ownership === undefined ? null : presentTime(ownership.dateCreated),
    lastUpdated: ownership === undefined ? null : presentTime(ownership.lastUpdated),
  };
}
