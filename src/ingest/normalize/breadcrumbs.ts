import type { Breadcrumb, JsonObject } from '../../domain/event';
import { copyObject } from './copy';
import { readCrumbLevel } from './labels';
import { readObjects, readScalar, readText } from './read';
import { readTime } from './time';

/** Kept of a trail: the newest, which SDKs put last. */
const MAX_CRUMBS = 100;

/** A bare list or `{values: [...]}`, in the order sent (reference/ingest.md §2.1). */
export function readBreadcrumbs(value: unknown): Breadcrumb[] {
  return readObjects(value).slice(-MAX_CRUMBS).map(readBreadcrumb);
}

function readBreadcrumb(sent: JsonObject): Breadcrumb {
  return {
    timestamp: readTime(sent['timestamp']),
    type: readText(sent['type'], 128) ?? 'default',
    category: readText(sent['category'], 256),
    level: readCrumbLevel(sent['level']),
    message: readScalar(sent['message'], 8192),
    data: copyObject(sent['data'], 8192),
    eventId: readText(sent['event_id'], 36),
  };
}
