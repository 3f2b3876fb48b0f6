import { crc32 } from 'node:zlib';

/** Name and bytes of a member, and the method that its headers claim (default 0, stored). */
export type ZipContent = readonly [name: string, bytes: string | Buffer, method?: number];

/** Returns a zip with the members' bytes unchanged (APPNOTE.TXT 4.3). Strings are UTF-8. */
export function makeZip(members: readonly ZipContent[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content, method = 0] of members) {
    const [bytes, nameBytes] = [Buffer.from(content), Buffer.from(name)];
    // The fields that both headers share: from the version to 4 bytes before the length of the name.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, rest, nameBytes);
    const parts = [Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes, bytes];
    local.push(...parts);
    offset += parts.reduce((sum, { length }) => sum + length, 0);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  for (const at of [8, 10]) end.writeUInt16LE(members.length, at);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
