/**
 * A compound file ([MS-CFB]) of one stream: header, directory, allocation table, and a sector that is the stream's first one, or
 * the mini stream with the stream in its third mini sector.
 * @param content at most the stream's first sector, one character per byte
 * @param size size of the stream that the directory states, in bytes
 */
export function compoundFile(name: string, content: string, size = 4096): Buffer {
  const [FREE, END, FAT] = [0xffffffff, 0xfffffffe, 0xfffffffd];
  const file = Buffer.alloc(512 * 4);
  file.write('d0cf11e0a1b11ae1', 0, 'hex');
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(0, 48);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(1, 76);
  const isSmall = size < 4096;
  const entry = (index: number, text: string, child: number, start: number, bytes: number) => {
    const at = 512 + index * 128;
    file.write(text, at, 'utf16le');
    file.writeUInt16LE((text.length + 1) * 2, at + 64);
    for (const sibling of [68, 72]) file.writeUInt32LE(FREE, at + sibling);
    file.writeUInt32LE(child, at + 76);
    file.writeUInt32LE(start, at + 116);
    file.writeUInt32LE(bytes, at + 120);
  };
  entry(0, 'Root Entry', 1, isSmall ? 2 : END, isSmall ? 512 : 0);
  entry(1, name, FREE, 2, size);
  file.fill(0xff, 1024, 1536);
  for (const [index, next] of [END, FAT, END].entries()) file.writeUInt32LE(next, 1024 + index * 4);
  file.write(content, isSmall ? 1536 + 2 * 64 : 1536, 'latin1');
  return file;
}
