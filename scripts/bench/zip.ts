import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive of these files, by their names. */
export function zip(files: Readonly<Record<string, string>>): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const data = deflateRawSync(bytes);
    const described = describe(name, bytes, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), described, Buffer.from(name)]);
    pieces.push(local, data);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), described, place, Buffer.from(name)]));
    offset += local.length + data.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, listing, end]);
}

/** What a file's own header and the directory's entry share. */
function describe(name: string, bytes: Buffer, data: Buffer): Buffer {
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(0x800, 2);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(bytes.length, 18);
  shared.writeUInt16LE(Buffer.byteLength(name), 22);
  return shared;
}
