import type { components } from '../../generated/api';
import { formatDsn, NO_ACTIVE_KEY, type ProjectKey } from '../domain/project';
import { presentTime } from './format';

/** Presents a key of a project. */
export function presentProjectKey(
  key: ProjectKey,
  { publicUrl, hasActiveKey }: { readonly publicUrl: string; readonly hasActiveKey: boolean },
): components['schemas']['ProjectKey'] {
  const { publicKey, name } = key;
  return {
    id: publicKey,
    name,
    label: name,
    public: publicKey,
    projectId: Number(key.projectId),
    isActive: key.isActive,
    dsn: { public: formatDsn(publicUrl, key) },
    warning: hasActiveKey ? null : NO_ACTIVE_KEY,
    dateCreated: presentTime(key.dateCreated),
    rateLimit: key.rateLimit,
  };
}
