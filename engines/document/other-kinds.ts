import { stat } from 'node:fs/promises';
import { formatOf } from '../../src/files/formats/names.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import type { PreviewOptions } from '../../tools/formats/dwg/preview/job.ts';
import { isCadDrawing } from '../../tools/formats/dwg/preview/options.ts';
import { asPages } from '../../tools/formats/dwg/preview/page.ts';
import type { Family } from '../../tools/formats/office-files/families.ts';
import { prepareSpeech } from '../../tools/programs/speech/stt/prepare.ts';
import type { PageTarget } from './targets.ts';

/** What converting an input of another category to a document depends on. */
export interface Asked {
  readonly target: PageTarget;
  /** Language spoken in the recording (`language_stt`). Null: speech is not transcribed. */
  readonly speech: string | null;
  /** How CAD drawings are drawn. */
  readonly drawings: PreviewOptions;
  readonly context: WorkContext;
  /** A new, empty folder inside the work folder. */
  newFolder(): Promise<string>;
}

/** Targets that are text with markup: books reach them through HTML, which keeps their structure, and other targets through docx. */
const MARKED: ReadonlySet<PageTarget> = new Set(['html', 'md', 'txt', 'epub', 'chunks']);

/**
 * Converts an input of another category to a document that keeps its name and id: a CAD drawing to the pages of a PDF, a book to a text,
 * sound to a transcript. Returns documents unchanged. Throws ConversionError: `input_wrong_type` for sound without `language_stt`, and what
 * the engines of those categories throw.
 */
export async function asDocument(input: LocalInput, asked: Asked): Promise<LocalInput> {
  const { speech, drawings, context } = asked;
  if (isSound(input)) return fromSound(input, asked);
  if (speech !== null) {
    const message = `Option language_stt has no effect: ${input.filename} is not an audio or video file.`;
    context.warn('option_no_effect', message, { option: 'language_stt' });
  }
  if (isCadDrawing(input)) return asPages(input, drawings, await asked.newFolder(), context);
  if (input.format?.kind === 'ebook') return fromBook(input, asked);
  return input;
}

/** Returns the family of the document that an input of another category becomes first; null for a document. */
export function familyOfOther(input: LocalInput, target: PageTarget): Family | null {
  if (isSound(input)) return 'html';
  if (isCadDrawing(input)) return 'pdf';
  if (input.format?.kind !== 'ebook') return null;
  return MARKED.has(target) ? 'html' : 'writer';
}

export const isSound = ({ format }: LocalInput): boolean => format?.kind === 'audio' || format?.kind === 'video';

async function fromSound(input: LocalInput, { speech, context }: Asked): Promise<LocalInput> {
  if (speech !== null) return standIn(input, (await prepareSpeech(input, speech, context)).path, 'html');
  const message = `${input.filename} is sound: a document can be made of what is said in it. Give option language_stt, the language that is spoken.`;
  throw new ConversionError('input_wrong_type', message, { details: { option: 'language_stt' } });
}

async function fromBook(input: LocalInput, { target, context }: Asked): Promise<LocalInput> {
  const format = MARKED.has(target) ? 'html' : 'docx';
  const { path } = await convertPart('ebook', { target: format, options: {}, inputs: [input] }, context);
  return standIn(input, path, format);
}

async function standIn(input: LocalInput, path: string, format: string): Promise<LocalInput> {
  return { ...input, path, size: (await stat(path)).size, format: formatOf(format) };
}
