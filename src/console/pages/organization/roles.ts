import type { RecordOfList } from '../../state/api';

export type RoleName = RecordOfList<'listMembers'>['role'];

/** The roles, each of which includes the rights of the ones before it, with the names that people read. */
export const ROLE_NAMES = {
  member: 'Member',
  admin: 'Admin',
  manager: 'Manager',
  owner: 'Owner',
} as const satisfies Record<RoleName, string>;
