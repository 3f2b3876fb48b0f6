import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../../src/work/context.ts';
import { qpdfProgramIfThere } from '../../qpdf/programs.ts';

/*
 * Poppler turns text that runs from right to left around letter by letter, also the letters of one sign: لا, where a font has one sign
 * for both, comes out as ال. What a sign stands for is in the map of its font (ToUnicode; ISO 32000-2, 9.10.3), so poppler is given a
 * copy of the PDF whose maps name the letters of such signs the other way round.
 */

const MiB = 1024 ** 2;
/** A copy with nothing compressed that is larger is not made. */
const LARGEST_COPY = 1024 * MiB;
const LIMITS = { cpuSeconds: 60, fileBytes: LARGEST_COPY };
const WITH_WARNINGS = 3;

/** Scripts whose letters poppler turns around. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Runs `extract`, which writes what poppler reads of a PDF; and again with a copy where the text has letters of right-to-left
 * scripts and a font with signs for several of them.
 * @param text file that `extract` writes
 */
export async function extractInOrder<Result>(
  path: string,
  text: string,
  extract: (path: string) => Promise<Result>,
  context: WorkContext,
): Promise<Result> {
  const result = await extract(path);
  const copy = (await runsRightToLeft(text)) ? await copyInOrder(path, context) : null;
  if (copy === null) return result;
  const inOrder = await extract(copy);
  await rm(copy);
  return inOrder;
}

async function runsRightToLeft(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    if (RIGHT_TO_LEFT.test(chunk as string)) return true;
  }
  return false;
}

/** Null if no font has such signs. */
async function copyInOrder(path: string, context: WorkContext): Promise<string | null> {
  const program = await qpdfProgramIfThere(path);
  if (program === null) return null;
  const copy = join(await mkdtemp(join(context.workFolder, 'ligatures-')), 'document.pdf');
  const made = await context
    .run({
      ...program,
      args: ['--stream-data=uncompress', '--object-streams=disable', '--decrypt', path, copy],
      limits: LIMITS,
      acceptExitCodes: 'any',
    })
    .catch((error: unknown) => {
      if (context.signal.aborted) throw error;
      return null;
    });
  if (made?.exitCode === 0 || made?.exitCode === WITH_WARNINGS) {
    if ((await turnMaps(copy)) > 0) return copy;
  } else {
    const message =
      'Letters that a font of the PDF joins, such as lam and alef, may be in reverse: it is too large or damaged to read its fonts.';
    context.warn('output_limited', message);
  }
  await rm(copy, { force: true });
  return null;
}

const PART_BYTES = MiB;
/** What a map names in one piece is shorter. */
const LONGEST_TOKEN = 128;
/** Where a map begins and ends, and in it strings of at least two UTF-16 units. */
const TOKEN = /begincmap|endcmap|<[\da-f\s]{8,100}>/gi;

/** Turns the strings around in the maps of a PDF without compression, each in its place. Returns how many. */
async function turnMaps(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    const bytes = Buffer.alloc(PART_BYTES);
    let turned = 0;
    let isMap = false;
    let start = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, PART_BYTES, start);
      const text = bytes.toString('latin1', 0, bytesRead);
      const isLast = bytesRead < PART_BYTES;
      let done = isLast ? bytesRead : bytesRead - LONGEST_TOKEN;
      for (const { 0: token, index } of text.matchAll(TOKEN)) {
        if (index >= done) break;
        if (!token.startsWith('<')) isMap = token.toLowerCase() === 'begincmap';
        const other = isMap ? turnedAround(token) : null;
        if (other !== null) {
          await file.write(other, start + index, 'latin1');
          turned += 1;
        }
        done = Math.max(done, index + token.length);
      }
      if (isLast) return turned;
      start += done;
    }
  } finally {
    await file.close();
  }
}

/** Letters, with their marks, of scripts from right to left; at least two. */
const LETTERS =
  /^(?=.*\p{L})(?:(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|\p{M}){2,}$/u;
/** No font has a sign for the article: programs that write this mean لا, in the order that poppler turns around. */
const TURNED_ALREADY = /^[\u0622\u0623\u0625\u0627]\u0644$/u;

/** A string of a map (`<06440627>`) with its letters the other way round, as long as it was; null if it stays. */
function turnedAround(token: string): string | null {
  const digits = token.slice(1, -1).replace(/\s/g, '');
  if (digits.length % 4 !== 0) return null;
  const letters = Buffer.from(digits, 'hex').swap16().toString('utf16le');
  if (!LETTERS.test(letters) || TURNED_ALREADY.test(letters)) return null;
  const other = Buffer.from([...letters].reverse().join(''), 'utf16le')
    .swap16()
    .toString('hex')
    .toUpperCase();
  return `<${other}>`.padEnd(token.length);
}
