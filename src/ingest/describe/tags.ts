import type { Event, EventTag, JsonObject, User } from '../../domain/event';
import { compareBytes, cut } from '../../domain/text';
import { readScalar } from '../normalize/read';
import { mainException } from '../trace';

const MAX_VALUE = 200;

/**
 * The client's tags and those that the event's fields and contexts tell, sorted by key in byte order. Where both know a key
 * the event's own wins; values are text and never empty (reference/ingest.md §2.3).
 */
export function collectTags(event: Event): EventTag[] {
  const tags = new Map<string, string>();
  const add = (key: string, value: string | null | undefined) => {
    const text = value?.trim() ?? '';
    if (key !== '' && text !== '') tags.set(key, cut(text, MAX_VALUE));
  };
  for (const { key, value } of event.tags) add(key, value);
  for (const [alias, context] of Object.entries(event.contexts)) addContext(alias, context, add);
  addFields(event, add);
  return Array.from(tags, ([key, value]) => ({ key, value })).sort((a, b) => compareBytes(a.key, b.key));
}

type Add = (key: string, value: string | null | undefined) => void;

function addFields(event: Event, add: Add): void {
  const mechanism = mainException(event)?.mechanism;
  add('level', event.level);
  add('environment', event.environment);
  add('release', event.release);
  add('dist', event.dist);
  add('server_name', event.serverName);
  add('transaction', event.transaction);
  add('logger', event.logger);
  add('url', event.request?.url);
  add('user', event.user === null ? null : userTag(event.user));
  add('mechanism', mechanism?.type);
  add('handled', yesOrNo(mechanism?.handled));
}

/** The surest way to tell the person again. */
function userTag({ id, username, email, ipAddress }: User): string | null {
  if (id !== null) return 'id:' + id;
  if (username !== null) return 'username:' + username;
  if (email !== null) return 'email:' + email;
  return ipAddress === null ? null : 'ip:' + ipAddress;
}

function yesOrNo(value: unknown): string | null {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : null;
}

/** The type says what a context tells, its alias what the tags are called. */
function addContext(alias: string, context: JsonObject, add: Add): void {
  const text = (name: string) => readScalar(context[name], MAX_VALUE);
  const [name, version] = [text('name'), text('version')];
  switch (context['type']) {
    case 'browser':
    case 'os':
    case 'client_os':
      add(alias, name === null || version === null ? name : `${name} ${version}`);
      add(alias + '.name', name);
      add(alias + '.rooted', yesOrNo(context['rooted']));
      break;
    case 'runtime':
      add(alias, name === null || version === null ? null : `${name} ${version}`);
      add(alias + '.name', name);
      break;
    case 'device':
      add(alias, text('model'));
      add(alias + '.family', text('family'));
      break;
    case 'gpu':
      add(alias + '.name', name);
      add(alias + '.vendor', text('vendor_name'));
      break;
    case 'app':
      add(alias + '.device', text('device_app_hash'));
      break;
    case 'monitor':
      add(alias + '.id', text('id'));
  }
}
