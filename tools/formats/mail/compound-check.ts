/** Sizes and places in a compound file (MS-CFB 2.2, 2.6.1). */
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const FIRST_SECTORS = 109;

/**
 * Throws an Error if a chain of sectors or the tree of entries of a compound file has no end, or a stream is larger than the file: the
 * library that reads it follows each of them.
 */
export function checkCompound(bytes: Uint8Array): void {
  const file = new CompoundFile(bytes);
  const fat = file.table(file.fatSectors());
  if (hasCycle(fat)) throw new Error('a chain of sectors has no end');
  const miniFat = file.table(chainOf(fat, file.u32(60)));
  if (hasCycle(miniFat)) throw new Error('a chain of small sectors has no end');
  checkTree(file, chainOf(fat, file.u32(48)));
}

class CompoundFile {
  readonly sectorBytes: number;
  readonly sectors: number;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    if (bytes.byteLength < HEADER_BYTES) throw new Error('it has no header');
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // The library that reads it knows no other sizes either.
    this.sectorBytes = this.#view.getUint8(30) === 12 ? 4096 : 512;
    this.sectors = Math.ceil(bytes.byteLength / this.sectorBytes);
    if ([44, 64, 72].some((at) => this.u32(at) > this.sectors)) throw new Error('it has more tables than sectors');
  }

  get length(): number {
    return this.#view.byteLength;
  }

  /** Returns a number; -1, which ends a chain, beyond the end of the file. */
  u32(at: number): number {
    return at + 4 <= this.length ? this.#view.getUint32(at, true) : 0xffffffff;
  }

  offset(sector: number): number {
    return (sector + 1) * this.sectorBytes;
  }

  /** Returns the sectors of the allocation table: the first in the header, the rest in a chain of their own. */
  fatSectors(): number[] {
    const sectors = Array.from({ length: Math.min(this.u32(44), FIRST_SECTORS) }, (_, index) =>
      this.u32(76 + 4 * index),
    );
    const perTable = this.sectorBytes / 4 - 1;
    let table = this.u32(68);
    for (let count = 0; count < this.u32(72); count++) {
      const at = this.offset(table);
      for (let index = 0; index < perTable; index++) sectors.push(this.u32(at + 4 * index));
      table = this.u32(at + 4 * perTable);
    }
    return sectors.slice(0, this.u32(44));
  }

  /** Returns the successor of each sector, from the sectors of an allocation table. */
  table(sectors: readonly number[]): Uint32Array {
    const perSector = this.sectorBytes / 4;
    const table = new Uint32Array(sectors.length * perSector);
    for (const [index, sector] of sectors.entries()) {
      const at = this.offset(sector);
      for (let entry = 0; entry < perSector; entry++) table[index * perSector + entry] = this.u32(at + 4 * entry);
    }
    return table;
  }
}

/** Returns whether following the table from anywhere never ends. */
function hasCycle(table: Uint32Array): boolean {
  // The number of the walk that came by; 0: none did.
  const walks = new Uint32Array(table.length);
  for (let start = 0; start < table.length; start++) {
    let at = start;
    while (at < table.length && walks[at] === 0) {
      walks[at] = start + 1;
      at = table[at] ?? table.length;
    }
    if (at < table.length && walks[at] === start + 1) return true;
  }
  return false;
}

/** Returns the sectors of a chain, in a table without cycles. */
function chainOf(table: Uint32Array, start: number): number[] {
  const chain: number[] = [];
  for (let at = start; at < table.length; at = table[at] ?? table.length) chain.push(at);
  return chain;
}

function checkTree(file: CompoundFile, sectors: readonly number[]): void {
  const perSector = file.sectorBytes / ENTRY_BYTES;
  const entries = sectors.flatMap((sector) =>
    Array.from({ length: perSector }, (_, index) => file.offset(sector) + index * ENTRY_BYTES),
  );
  const seen = new Set<number>();
  const pending = [0];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const at = entries[entry];
    if (at === undefined) continue;
    if (seen.has(entry)) throw new Error('the tree of its entries has no end');
    seen.add(entry);
    if (file.u32(at + 120) > file.length && entry !== 0) throw new Error('a stream is larger than the file');
    pending.push(file.u32(at + 68), file.u32(at + 72), file.u32(at + 76));
  }
}
