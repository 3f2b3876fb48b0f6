/** A mail of a made store. */
export interface StoredMail {
  readonly subject: string;
  readonly text: string;
  readonly from: string;
  /** Message class; default: a mail. */
  readonly kind?: string;
}

const MAIL = 'IPM.Note';
const PAGE = 512;

/** Tags of properties (MS-PST, MS-OXPROPS), with the type in the lower half. */
const TAG = {
  kind: 0x001a_001e,
  subject: 0x0037_001e,
  headers: 0x007d_001e,
  text: 0x1000_001e,
  name: 0x3001_001e,
  entries: 0x3602_0003,
  subtree: 0x35e0_0102,
} as const;

/** Identifiers of nodes; the first two are the same in each store. */
const NODE = { store: 0x21, root: 0x122, top: 0x8022, folder: 0x8042, mail: 0x20_0024 } as const;

interface Node {
  readonly id: number;
  readonly parent: number;
  readonly properties: readonly (readonly [tag: number, value: string | number | Buffer])[];
}

/**
 * Returns a store of Outlook (MS-PST, ANSI, not encrypted) with folders and their mails. It has what readers need who go from node to node,
 * and no checksums.
 */
export function outlookStore(folders: Readonly<Record<string, readonly StoredMail[]>>): Buffer {
  const entry = Buffer.alloc(24);
  entry.writeUInt32LE(NODE.top, 20);
  const folder = (name: string, entries: number): Node['properties'] => [
    [TAG.name, name],
    [TAG.entries, entries],
  ];
  const nodes: Node[] = [
    {
      id: NODE.store,
      parent: 0,
      properties: [
        [TAG.name, 'Store'],
        [TAG.subtree, entry],
      ],
    },
    { id: NODE.root, parent: NODE.root, properties: folder('', 1) },
    { id: NODE.top, parent: NODE.root, properties: folder('Store', Object.keys(folders).length) },
  ];
  let mail = NODE.mail;
  for (const [index, [name, mails]] of Object.entries(folders).entries()) {
    const id = NODE.folder + index * 32;
    nodes.push({ id, parent: NODE.top, properties: folder(name, mails.length) });
    for (const { subject, text, from, kind = MAIL } of mails) {
      nodes.push({
        id: mail,
        parent: id,
        properties: [
          [TAG.kind, kind],
          [TAG.subject, subject],
          [TAG.headers, `From: ${from}\r\nSubject: ${subject}\r\n\r\n`],
          [TAG.text, text],
        ],
      });
      mail += 32;
    }
  }
  return written(nodes.sort((one, other) => one.id - other.id));
}

function written(nodes: readonly Node[]): Buffer {
  const blocks = nodes.map(({ properties }) => propertyBlock(properties));
  const start = 3 * PAGE;
  let at = start;
  const places = blocks.map((block) => {
    const place = at;
    at += Math.ceil(block.length / 64) * 64;
    return place;
  });
  const file = Buffer.alloc(at);
  file.write('!BDN', 0, 'latin1');
  file.writeUInt16LE(14, 10);
  file.writeUInt32LE(at, 0xa8);
  // The pages with the trees of nodes and of blocks: identifier and place.
  for (const [where, value] of [
    [0xb8, 1],
    [0xbc, PAGE],
    [0xc0, 2],
    [0xc4, 2 * PAGE],
  ] as const)
    file.writeUInt32LE(value, where);
  const blockId = (index: number): number => 4 * (index + 1);
  leafPage(
    file,
    PAGE,
    1,
    16,
    nodes.map(({ id, parent }, index) => [id, blockId(index), 0, parent]),
  );
  leafPage(
    file,
    2 * PAGE,
    2,
    12,
    blocks.map((block, index) => [blockId(index), places[index] ?? 0, block.length]),
  );
  for (const [index, block] of blocks.entries()) block.copy(file, places[index]);
  return file;
}

function leafPage(
  file: Buffer,
  at: number,
  id: number,
  entryBytes: number,
  entries: readonly (readonly number[])[],
): void {
  for (const [index, values] of entries.entries()) {
    for (const [field, value] of values.entries()) file.writeUInt32LE(value, at + index * entryBytes + field * 4);
  }
  file[at + 0x1f0] = entries.length;
  file[at + 0x1f1] = Math.floor(0x1f0 / entryBytes);
  file[at + 0x1f2] = entryBytes;
  file.writeUInt32LE(id, at + 0x1f8);
}

/** Returns a block with the properties of a node: a heap with a tree of one level. */
function propertyBlock(properties: Node['properties']): Buffer {
  const items: Buffer[] = [];
  const add = (item: Buffer): number => items.push(item) * 32;
  const sorted = [...properties].sort(([one], [other]) => one - other);
  const head = Buffer.from([0xb5, 2, 6, 0, 0x40, 0, 0, 0]);
  add(head);
  const records = Buffer.alloc(8 * sorted.length);
  add(records);
  for (const [index, [tag, value]] of sorted.entries()) {
    records.writeUInt16LE(tag >>> 16, 8 * index);
    records.writeUInt16LE(tag & 0xffff, 8 * index + 2);
    const inHeap =
      typeof value === 'number' ? value : value.length === 0 ? 0 : add(Buffer.from(value as string, 'latin1'));
    records.writeUInt32LE(inHeap, 8 * index + 4);
  }
  const content = Buffer.concat(items);
  const map = Buffer.alloc(4 + 2 * (items.length + 1));
  map.writeUInt16LE(items.length, 0);
  let at = 12;
  for (const [index, item] of items.entries()) {
    map.writeUInt16LE(at, 4 + 2 * index);
    at += item.length;
  }
  map.writeUInt16LE(at, 4 + 2 * items.length);
  const header = Buffer.alloc(12);
  header.writeUInt16LE(at, 0);
  header.writeUInt16LE(0xbcec, 2);
  header.writeUInt32LE(0x20, 4);
  return Buffer.concat([header, content, map]);
}
