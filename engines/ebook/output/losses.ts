import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { comparePdf, type FinishedEpub } from '../../../tools/formats/epub/finish.ts';
import type { Losses, Lost } from '../../../tools/formats/epub/losses.ts';
import { CONTENT_FILES } from '../../../tools/programs/calibre/job.ts';
import { popplerProgram } from '../../../tools/programs/poppler/programs.ts';
import type { PdfPages } from '../pdf-pages.ts';
import type { Target } from '../targets.ts';

/** Returns what calibre's process found missing in its result; null if it was not compared there. */
export async function lossesBeside(folder: string): Promise<Losses | null> {
  const text = await readFile(join(folder, CONTENT_FILES.losses), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Losses);
}

/** Returns the path of the inventory of the source; undefined if calibre's process made none. */
export async function inventoryIn(folder: string): Promise<string | undefined> {
  const path = join(folder, CONTENT_FILES.inventory);
  return access(path).then(
    () => path,
    () => undefined,
  );
}

/** Returns what a PDF lacks of its source. */
export async function lossesOfPdf(
  pdf: string,
  { inventory, pages }: { readonly inventory: string; readonly pages: PdfPages },
  context: WorkContext,
): Promise<Losses | null> {
  const text = join(await partFolder(context, 'text'), 'book.txt');
  await context.run({ ...(await popplerProgram('pdftotext')), args: ['-q', pdf, text] });
  return comparePdf({ inventory, pdf, text, noCover: !pages.cover, printedContents: pages.toc }, context);
}

/**
 * Fewer missing words in a part than these do not count as lost: a number or a dash may read differently. Number of words, and their share
 * in the part; in the books of the corpora calibre loses up to 4 of 55,000 words although everything is there.
 */
const NOTABLE = { words: 3, share: 0.001 };
/** Maximum number of parts that are named. */
const MOST_NAMED = 5;
const LONGEST_NAME = 80;

/** Targets that are only text, without pictures, links or contents. */
const PLAIN: ReadonlySet<Target> = new Set(['pdb', 'txt', 'tcr']);

/** Warns `output_limited` of what was lost and of what was not checked, once for each kind. */
export function warnOfLosses(losses: Losses, target: Target, context: WorkContext): void {
  for (const { message, lost } of messagesOf(losses, target)) context.warn('output_limited', message, { lost });
}

interface LossMessage {
  readonly message: string;
  readonly lost: string;
}

/** Returns the messages about losses. Pure. */
export function messagesOf(losses: Losses, target: Target): LossMessage[] {
  const text = textMessage(losses);
  const others = PLAIN.has(target) ? plainMessage(losses, target) : otherMessages(losses);
  return [...(text === null ? [] : [{ message: text, lost: 'text' }]), ...others, ...unsearchedMessage(losses)];
}

function unsearchedMessage({ unsearched }: Losses): LossMessage[] {
  if (unsearched === 0) return [];
  const where = unsearched === 1 ? 'a part' : `${unsearched} parts`;
  const message = `Chapters and broken lines were not looked for in ${where} of the book, because that takes too long: the text is as it was.`;
  return [{ message, lost: 'chapters' }];
}

function textMessage({ text }: Losses): string | null {
  const parts = text
    .filter(({ lost, words }) => lost >= Math.max(NOTABLE.words, words * NOTABLE.share))
    .toSorted((one, other) => other.lost - one.lost);
  if (parts.length === 0) return null;
  const named = parts
    .slice(0, MOST_NAMED)
    .map(
      ({ name, words, lost }) => `${lost === words ? `all ${words}` : `${lost} of ${words}`} words of ${plain(name)}`,
    );
  const more = parts.length - named.length;
  return `Text of the book is not in the result: ${named.join('; ')}${more > 0 ? `; and words of ${more} more parts` : ''}.`;
}

/** Returns a name in the book in a form fit for a message. */
function plain(name: string): string {
  const text = name.replace(/\p{Cc}+/gu, ' ');
  return text.length > LONGEST_NAME ? `…${text.slice(-LONGEST_NAME)}` : text;
}

const KINDS = [
  ['pictures', 'picture', 'pictures'],
  ['links', 'link', 'links'],
  ['contents', 'entry of the table of contents', 'entries of the table of contents'],
  ['media', 'sound or film', 'sounds and films'],
  ['scripts', 'script', 'scripts'],
  ['page_numbers', 'page number of the printed edition', 'page numbers of the printed edition'],
] as const;

function otherMessages(losses: Losses): LossMessage[] {
  return [...countMessages(losses), ...layoutMessage(losses), ...readAloudMessage(losses), ...factsMessage(losses)];
}

function layoutMessage({ fixed_pages: [lost] }: Losses): LossMessage[] {
  if (lost === 0) return [];
  const what = lost === 1 ? 'A page of the book has' : `${lost} pages of the book have`;
  const message = `${what} a fixed layout, which the result does not keep: text and pictures follow one another.`;
  return [{ message, lost: 'layout' }];
}

function readAloudMessage({ read_aloud: [lost] }: Losses): LossMessage[] {
  if (lost === 0) return [];
  const what = lost === 1 ? 'A document of the book is' : `${lost} documents of the book are`;
  const message = `${what} read aloud along with the text (media overlays), which the result does not keep.`;
  return [{ message, lost: 'read_aloud' }];
}

function factsMessage({ facts }: Losses): LossMessage[] {
  if (facts.length === 0) return [];
  const named = facts.slice(0, MOST_NAMED).map(plain).join(', ');
  const more = facts.length - MOST_NAMED;
  const message = `Metadata of the book is not in the result: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
  return [{ message, lost: 'metadata' }];
}

function countMessages(losses: Losses): LossMessage[] {
  return KINDS.flatMap(([kind, , many]) => {
    const [lost, all] = losses[kind] ?? NONE;
    if (lost === 0) return [];
    const message = `${lost} of the ${all} ${many} of the book ${lost === 1 ? 'is' : 'are'} not in the result.`;
    return [{ message, lost: kind }];
  });
}

const NONE: Lost = [0, 0];

function plainMessage(losses: Losses, target: Target): LossMessage[] {
  const lost = KINDS.flatMap(([kind, one, many]) => {
    const [count] = losses[kind] ?? NONE;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  if (lost.length === 0) return [];
  return [{ message: `A ${target} is text alone. Left out of the book: ${lost.join(', ')}.`, lost: 'markup' }];
}

/** Losses of an EPUB 2 that warnOfEpub2 reports. */
export const KNOWN_OF_EPUB2: Pick<Losses, 'media' | 'scripts'> = { media: NONE, scripts: NONE };

/**
 * Warns `output_limited` of sounds, films and scripts that an EPUB 2 has no place for.
 * @param lost those that were removed from the finished book; calibre may have dropped others of the source before
 */
export function warnOfEpub2(lost: FinishedEpub['lost'], losses: Losses | null, context: WorkContext): void {
  const media = Math.max(lost.media, losses?.media[0] ?? 0);
  const scripts = Math.max(lost.scripts, losses?.scripts[0] ?? 0);
  if (media > 0) {
    const what = media === 1 ? 'A sound or film was' : `${media} sounds and films were`;
    const message = `${what} left out, as EPUB 2 has none. Choose version 3 to keep them.`;
    context.warn('output_limited', message, { lost: 'media' });
  }
  if (scripts > 0) {
    const message = `${scriptsWere(scripts)} removed, as EPUB 2 has none. Choose version 3 to keep them.`;
    context.warn('output_limited', message, { scripts });
  }
}

/** Warns `output_limited` of scripts in a source that is not an EPUB. */
export function warnOfScripts(scripts: number, context: WorkContext): void {
  if (scripts === 0) return;
  const message = `${scriptsWere(scripts)} removed: only scripts of EPUBs are kept in books.`;
  context.warn('output_limited', message, { scripts });
}

const scriptsWere = (count: number): string => (count === 1 ? 'A script was' : `${count} scripts were`);

/** What was requested for formulas, and how many became pictures. Null: pictures were not requested. */
interface Formulas {
  readonly target: Target;
  readonly asked: 'text' | 'picture' | null;
  readonly pictures: number | null;
}

/** Warns `output_limited` of formulas that became text or pictures. */
export function warnOfFormulas(
  { formulas }: Losses,
  { target, asked, pictures }: Formulas,
  context: WorkContext,
): void {
  if (pictures !== null && pictures > 0) {
    const what = pictures === 1 ? 'A formula became a picture' : `${pictures} formulas became pictures`;
    context.warn('output_limited', `${what}, with the formula in one line as the description.`, { pictures });
  }
  if (formulas === 0) return;
  const what = formulas === 1 ? 'A formula was' : `${formulas} formulas were`;
  const message = `${what} written as text in one line, such as x^2 or (a+1)/b${reasonOf(target, asked, pictures)}`;
  context.warn('output_limited', message, { formulas });
}

function reasonOf(target: Target, asked: Formulas['asked'], pictures: number | null): string {
  if (asked === 'text') return ', as option formulas asks.';
  if (pictures !== null) return ': too large or too deep, or not understood, so that no picture could be drawn.';
  return `, as ${NAMES[target] ?? target} is made without formulas. Choose epub with version 3 to keep them, or option formulas to draw them.`;
}

const NAMES: Readonly<Partial<Record<Target, string>>> = { epub: 'EPUB 2' };
