import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../../../src/work/context.ts';
import { qpdfProgramIfThere } from '../../../programs/qpdf/programs.ts';

/*
 * Poppler reverses right-to-left text letter by letter, including the letters of a ligature: لا, if a font has one glyph for both, comes
 * out as ال. The letters of a glyph are in its font's map (ToUnicode; ISO 32000-2, 9.10.3), so poppler gets a copy of the PDF whose maps
 * list the letters of such glyphs in reverse order.
 */

const MiB = 1024 ** 2;
/** Largest uncompressed copy that is made. */
const LARGEST_COPY = 1024 * MiB;
const LIMITS = { cpuSeconds: 60, fileBytes: LARGEST_COPY };
const WITH_WARNINGS = 3;

/** Scripts whose letters poppler reverses. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Runs `extract`, which writes what poppler reads of a PDF. Runs it again with a copy if the text has letters of right-to-left scripts and
 * a font has ligatures of them.
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

/** Returns null if no font has such ligatures. */
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
/** Longest token of a map. */
const LONGEST_TOKEN = 128;
/** Start and end of a map, and its strings of at least two UTF-16 units. */
const TOKEN = /begincmap|endcmap|<[\da-f\s]{8,100}>/gi;

/** Reverses the strings in the maps of an uncompressed PDF, in place. Returns how many it changed. */
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

/** At least two letters of right-to-left scripts, with their marks. */
const LETTERS =
  /^(?=.*\p{L})(?:(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|\p{M}){2,}$/u;
/** No font has a glyph for the article ال: programs that write this mean لا, already in the order that poppler reverses. */
const TURNED_ALREADY = /^[\u0622\u0623\u0625\u0627]\u0644$/u;

/** Returns a string of a map (`<06440627>`) with its letters reversed, at the same length; null if it stays. */
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
