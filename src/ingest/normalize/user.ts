import { isIP } from 'node:net';
import type { JsonObject, User } from '../../domain/event';
import { isObject } from '../../domain/json';
import { copyObject } from './copy';
import type { Notes } from './notes';
import { readObject, readScalar, readText } from './read';

const MEMBERS = new Set(['id', 'username', 'email', 'ip_address', 'name', 'geo', 'data']);

/** Asks for the address that the event came from. */
const AUTO = '{{auto}}';

/**
 * The person affected; null if nothing is known about them. The address of the connection is taken where the client asks
 * for it in the field or in its SDK settings (reference/ingest.md §2.1).
 */
export function readUser(value: unknown, sdk: unknown, ipAddress: string | null, notes: Notes): User | null {
  const sent = readObject(value) ?? {};
  const user: User = {
    id: readScalar(sent['id'], 128),
    username: readScalar(sent['username'], 128),
    email: readScalar(sent['email'], 128),
    ipAddress: readAddress(sent['ip_address'], inferIp(sdk), ipAddress, notes),
    name: readScalar(sent['name'], 128),
    geo: copyObject(sent['geo'], 1024),
    data: readData(sent),
  };
  return Object.values(user).every((part) => part === null) ? null : user;
}

function inferIp(sdk: unknown): unknown {
  const settings = isObject(sdk) ? sdk['settings'] : null;
  return isObject(settings) ? settings['infer_ip'] : null;
}

function readAddress(value: unknown, infer: unknown, ipAddress: string | null, notes: Notes): string | null {
  const sent = readText(value, 64);
  if (sent === AUTO) return infer === 'never' ? null : ipAddress;
  if (sent === null) return infer === 'auto' ? ipAddress : null;
  if (isIP(sent) !== 0) return sent;
  notes.add('invalid_data', 'user.ip_address');
  return null;
}

/** `data`, and every member that has no place of its own. */
function readData(sent: JsonObject): JsonObject | null {
  const others = Object.entries(sent).filter(([name]) => !MEMBERS.has(name));
  return copyObject({ ...Object.fromEntries(others), ...readObject(sent['data']) }, 8192);
}
