import { stat } from 'node:fs/promises';
import { identify } from '../../../src/files/identify.ts';
import { type LocalInput, type WorkContext, within } from '../../../src/work/context.ts';
import { readJpegHeader } from '../../../tools/pictures/jpeg-header.ts';
import { extractParts, listParts, type PartFile, packParts, type ZipPart } from '../../../tools/zip-parts/zip-parts.ts';
import { standIn } from '../stand-in.ts';
import { type Compress, isKept, type Level } from './compressor.ts';
import { compressPicture, isAboutPicture } from './picture.ts';

/** Pictures that are remade: the part keeps its name and so its type, and all programs read these. */
const PICTURES = /\.(?:jpe?g|png)$/i;
const REMADE: ReadonlySet<string> = new Set(['jpg', 'png']);

/** Smaller pictures gain nothing that is worth the time. Bytes. */
const LEAST_PICTURE = 4096;

/** Parts that sign others: a picture that is changed would make the signature wrong. */
const SIGNATURES = /^(?:_xmlsignatures\/|META-INF\/(?:documentsignatures|signatures)\.xml$)/i;

/** Parts of a part's progress. */
const TAKEN_OUT = 10;
const REMADE_AT = 90;

/**
 * An office document or a book, which are zips: its pictures rewritten in their format and size, and everything packed tighter. Text,
 * styles and all other parts stay byte for byte.
 */
export const compressPackage: Compress = async (input, level, context) => {
  const parts = await listParts(input, context);
  if (parts.some(({ encrypted }) => encrypted)) return { because: 'parts of it are encrypted' };
  const isSigned = parts.some(({ name }) => SIGNATURES.test(name));
  if (isSigned) {
    const message = `${input.filename} is signed, so its pictures stay as they are.`;
    context.warn('output_limited', message);
  }
  const files = isSigned ? [] : await smallerPictures(input, parts, level, context);
  return packParts(input, files, within(context, REMADE_AT, 100));
};

/** The pictures that could be made smaller, each in a file that takes its place. */
async function smallerPictures(
  input: LocalInput,
  parts: readonly ZipPart[],
  level: Level,
  context: WorkContext,
): Promise<readonly PartFile[]> {
  const wanted = parts.filter(({ name, size, folder }) => !folder && size >= LEAST_PICTURE && PICTURES.test(name));
  if (wanted.length === 0) return [];
  const { files } = await extractParts(input, wanted, within(context, 0, TAKEN_OUT));
  const smaller: PartFile[] = [];
  for (const [index, file] of files.entries()) {
    context.signal.throwIfAborted();
    const path = await smallerPicture(input, file, level, { ...context, progress: () => {}, warn: () => {} });
    if (path !== null) smaller.push({ ...file, path });
    context.progress(TAKEN_OUT + ((REMADE_AT - TAKEN_OUT) * (index + 1)) / files.length);
  }
  return smaller;
}

async function smallerPicture(
  document: LocalInput,
  { part, path }: PartFile,
  level: Level,
  context: WorkContext,
): Promise<string | null> {
  const format = await identify(path);
  if (!REMADE.has(format?.name ?? '') || !(await looksTheSame(format?.name ?? '', path))) return null;
  const picture = await standIn({ ...document, filename: part.name }, path);
  try {
    const made = await compressPicture(picture, level, context);
    return !isKept(made) && (await stat(made)).size < part.size ? made : null;
  } catch (error) {
    if (isAboutPicture(error)) return null;
    throw error;
  }
}

/**
 * Whether a picture that is rewritten looks the same in a document. Not a JPEG that its Exif data turn: some programs respect those, some do not,
 * and the new one is turned.
 */
async function looksTheSame(format: string, path: string): Promise<boolean> {
  if (format !== 'jpg') return true;
  return (await readJpegHeader(path))?.orientation === 1;
}
