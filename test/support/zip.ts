import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';

/** A member of an archive, and deviations of its headers from it. */
export interface Member {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly stored?: boolean;
  /** Its size in the directory. */
  readonly claimedSize?: number;
  readonly encrypted?: boolean;
  readonly method?: number;
}

const UTF8_NAMES = 0x800;
const SYSB = Buffer.from([0x53, 0x59, 0x53, 0x42, 2, 0, 0, 0]);

/** Builds a ZIP archive; offsets count from the start of the prefix. */
export function zip(members: readonly Member[], prefix: Buffer = Buffer.alloc(0)): Buffer {
  const pieces: Buffer[] = [prefix];
  const directory: Buffer[] = [];
  let offset = prefix.length;
  for (const member of members) {
    const { local, central, data } = encode(member, offset);
    pieces.push(local, data);
    directory.push(central);
    offset += local.length + data.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, listing, end]);
}

function encode(member: Member, offset: number): { local: Buffer; central: Buffer; data: Buffer } {
  const bytes = Buffer.from(member.bytes as string);
  const data = member.stored === true ? bytes : deflateRawSync(bytes, { level: 1 });
  const name = Buffer.from(member.name);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(UTF8_NAMES | (member.encrypted === true ? 1 : 0), 2);
  shared.writeUInt16LE(member.method ?? (member.stored === true ? 0 : 8), 4);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(member.claimedSize ?? bytes.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, rest, name]);
  return { local, central, data };
}

/** A file of a bundle. */
export interface File {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly type?: string;
  readonly headers?: Record<string, unknown>;
}

/** Builds an artifact bundle as sentry-cli does: eight bytes, members below `files/` and a manifest. */
export function bundle(
  files: readonly File[],
  options: { manifest?: object; more?: readonly Member[]; prefix?: Buffer } = {},
): Buffer {
  const listed = files.map(({ name, type = 'source_map', headers = {} }) => [
    memberName(name),
    { url: name, type, headers },
  ]);
  const manifest = options.manifest ?? { files: Object.fromEntries(listed) };
  const members = files.map(({ name, bytes }) => ({ name: memberName(name), bytes }));
  const all = [...members, { name: 'manifest.json', bytes: JSON.stringify(manifest) }, ...(options.more ?? [])];
  return zip(all, options.prefix ?? SYSB);
}

/** Returns the path of a file in the archive. */
export function memberName(name: string): string {
  return `files/_/${name.replace('~', '_')}`;
}

export function sha1(bytes: Uint8Array | string): string {
  return createHash('sha1').update(bytes).digest('hex');
}
