import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { type Budget, runWithin } from './budget.ts';
import { copyBytes, read } from './bytes.ts';
import { unpackingError, volumesMissing } from './failures.ts';
import { unpackedBytesAllowed } from './limits.ts';
import { findSevenZip } from './programs.ts';
import { tooManyBytes } from './safety.ts';
import { ENVIRONMENT, streamArguments } from './sevenzip.ts';

/**
 * ARJ volumes (TECHNOTE of ARJ). A file that continues in the next volume is split into separately compressed pieces, which 7-Zip lists and
 * does not unpack. The volumes are joined to one archive, in which such files are stored and all others are copied unchanged.
 */

/** Bytes of `60 EA` and the length of the header. */
const PREFIX = 4;
const LONGEST_HEADER = 2600;
const END = Buffer.from([0x60, 0xea, 0, 0]);
/** Flags of the archive and of its entries. */
const GOES_ON = 4;
const BEGINS_BEFORE = 8;
/** Length of a header's first part if it states the offset of a piece in its file. */
const WITH_POSITION = 34;
const MAX_SIZE = 0xff_ff_ff_ff;

interface Header {
  /** Bytes of the header with the prefix, without checksums. */
  readonly bytes: Buffer;
  readonly at: number;
  readonly dataAt: number;
  readonly end: number;
}

/** A split file, as far as its pieces have been joined. */
interface Growing {
  readonly header: Header;
  readonly path: string;
  size: number;
}

/**
 * Joins volumes, in their order, to one archive at `target`. Throws `input_truncated` if pieces are missing, `input_damaged`, `input_bomb`
 * and what running 7-Zip throws.
 */
export async function joinArj(
  volumes: readonly string[],
  target: string,
  budget: Budget,
  context: WorkContext,
): Promise<void> {
  await using joined = await open(target, 'w');
  let growing: Growing | null = null;
  let goesOn = true;
  for (const [index, path] of volumes.entries()) {
    await using volume = await open(path);
    const main = await headerAt(volume, 0);
    if (main === null) throw damaged();
    if (index === 0) await joined.appendFile(written(main.bytes));
    goesOn = (flagsOf(main) & GOES_ON) !== 0;
    let pieces = 0;
    for (let at = main.end; ; ) {
      const header: Header | null = await headerAt(volume, at);
      if (header === null) break;
      at = header.end;
      const flags = flagsOf(header);
      if ((flags & (GOES_ON | BEGINS_BEFORE)) === 0) {
        await copyBytes(volume, joined, header.at, header.end - header.at);
        continue;
      }
      // One piece may continue from the previous volume, and one may continue in the next.
      pieces += 1;
      if (pieces > 2) throw damaged();
      growing = pieceBegins(header, growing, join(context.workFolder, 'pieces'));
      await appendPiece({ volume, main, header, growing, budget, context });
      if ((flags & GOES_ON) === 0) {
        await storeWhole(growing, joined);
        growing = null;
      }
    }
  }
  if (growing !== null || goesOn) throw volumesMissing();
  await joined.appendFile(END);
}

/** Whether an archive, or an entry of it, continues in another volume. */
export async function isArjVolume(path: string): Promise<boolean> {
  await using file = await open(path);
  const main = await headerAt(file, 0).catch(() => null);
  if (main === null) return false;
  const first = await headerAt(file, main.end).catch(() => null);
  return (flagsOf(main) & GOES_ON) !== 0 || (first !== null && (flagsOf(first) & BEGINS_BEFORE) !== 0);
}

/** Throws `input_truncated` if the piece is not the next one of the file. */
function pieceBegins(header: Header, growing: Growing | null, path: string): Growing {
  const begins = (flagsOf(header) & BEGINS_BEFORE) === 0;
  if (begins !== (growing === null)) throw volumesMissing();
  if (growing === null) return { header, path, size: 0 };
  const hasPosition = (header.bytes[PREFIX] ?? 0) >= WITH_POSITION;
  if (hasPosition && header.bytes.readUInt32LE(PREFIX + 30) !== growing.size) throw volumesMissing();
  return growing;
}

interface Piece {
  readonly volume: FileHandle;
  readonly main: Header;
  readonly header: Header;
  readonly growing: Growing;
  readonly budget: Budget;
  readonly context: WorkContext;
}

/** Unpacks a piece from an archive of its own, without the flags that 7-Zip refuses. */
async function appendPiece({ volume, main, header, growing, budget, context }: Piece): Promise<void> {
  const archive = join(context.workFolder, 'piece.arj');
  const unpacked = join(context.workFolder, 'piece');
  {
    await using alone = await open(archive, 'w');
    await alone.appendFile(written(main.bytes));
    await alone.appendFile(written(header.bytes));
    await copyBytes(volume, alone, header.dataAt, header.end - header.dataAt);
    await alone.appendFile(END);
  }
  const program = await findSevenZip([]);
  const args = streamArguments(archive, 'Arj');
  const call = { ...program, args, stdoutFile: unpacked, env: ENVIRONMENT, acceptExitCodes: 'any' } as const;
  const { exitCode, stderr } = await runWithin(budget, call, context);
  if (exitCode !== 0) throw unpackingError({ program: program.name, exitCode, said: stderr, passwordGiven: false });
  const { size } = await stat(unpacked);
  growing.size += size;
  if (growing.size > unpackedBytesAllowed(budget.inputBytes, budget.limits)) {
    throw tooManyBytes(budget.inputBytes, budget.limits);
  }
  await using from = await open(unpacked);
  await using to = await open(growing.path, 'a');
  await copyBytes(from, to, 0, size);
  await rm(archive);
  await rm(unpacked);
}

/** Appends the joined file to the archive, stored. */
async function storeWhole({ header, path, size }: Growing, joined: FileHandle): Promise<void> {
  if (size > MAX_SIZE) throw damaged();
  await using whole = await open(path);
  let sum = 0;
  for await (const chunk of whole.createReadStream({ autoClose: false })) sum = crc32(chunk, sum);
  const bytes = Buffer.from(header.bytes);
  bytes[PREFIX + 5] = 0;
  bytes.writeUInt32LE(size, PREFIX + 12);
  bytes.writeUInt32LE(size, PREFIX + 16);
  bytes.writeUInt32LE(sum, PREFIX + 20);
  await joined.appendFile(written(bytes));
  await copyBytes(whole, joined, 0, size);
  await rm(path);
}

const flagsOf = ({ bytes }: Header): number => bytes[PREFIX + 4] ?? 0;

/** Returns a header as in a file, with its checksum and without volume flags. */
function written(header: Buffer): Buffer {
  const bytes = Buffer.from(header);
  bytes[PREFIX + 4] = (bytes[PREFIX + 4] ?? 0) & ~(GOES_ON | BEGINS_BEFORE);
  const end = Buffer.alloc(6);
  end.writeUInt32LE(crc32(bytes.subarray(PREFIX)));
  return Buffer.concat([bytes, end]);
}

/** Reads the header at an offset; null at the end of the archive. Throws `input_damaged`. */
async function headerAt(file: FileHandle, at: number): Promise<Header | null> {
  const head = await read(file, at, PREFIX + LONGEST_HEADER + 6);
  if (head.length < PREFIX) throw damaged();
  const length = head.readUInt16LE(2);
  if (head.readUInt16LE(0) !== 0xea60 || length > LONGEST_HEADER) throw damaged();
  if (length === 0) return null;
  if (length < 30 || (head[PREFIX] ?? 0) < 30) throw damaged();
  if (head.length < PREFIX + length + 6) throw damaged();
  const bytes = head.subarray(0, PREFIX + length);
  if (head.readUInt32LE(PREFIX + length) !== crc32(bytes.subarray(PREFIX))) throw damaged();
  let dataAt = at + PREFIX + length + 4;
  for (let more = -1; more !== 0; ) {
    const size = await read(file, dataAt, 2);
    if (size.length < 2) throw damaged();
    more = size.readUInt16LE(0);
    dataAt += more === 0 ? 2 : 2 + more + 4;
  }
  // The archive's own header has times in place of sizes.
  const end = dataAt + (at === 0 ? 0 : bytes.readUInt32LE(PREFIX + 12));
  if (end > (await file.stat()).size) throw damaged();
  return { bytes, at, dataAt, end };
}

const damaged = () =>
  new ConversionError(
    'input_damaged',
    'A volume of the archive is damaged: it ends early, or a header in it is not that of an ARJ.',
  );
