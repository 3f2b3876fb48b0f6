import { stat } from 'node:fs/promises';
import { identify } from '../../../src/files/identify.ts';
import { type LocalInput, type WorkContext, within } from '../../../src/work/context.ts';
import { readJpegHeader } from '../../../tools/formats/pictures/jpeg-header.ts';
import {
  extractParts,
  listParts,
  type PartFile,
  packParts,
  type ZipPart,
} from '../../../tools/formats/zip-parts/zip-parts.ts';
import { standIn } from '../stand-in.ts';
import { type Compress, isKept, type Level } from './compressor.ts';
import { compressPicture, isAboutPicture } from './picture.ts';

/** Pictures that are rewritten: the part keeps its name and so its type, and all programs read these formats. */
const PICTURES = /\.(?:jpe?g|png)$/i;
const REMADE: ReadonlySet<string> = new Set(['jpg', 'png']);

/** Smallest picture that is worth the time, bytes. */
const LEAST_PICTURE = 4096;

/** Parts that sign others: a changed picture would invalidate the signature. */
const SIGNATURES = /^(?:_xmlsignatures\/|META-INF\/(?:documentsignatures|signatures)\.xml$)/i;

/** Shares of the progress of a part. */
const TAKEN_OUT = 10;
const REMADE_AT = 90;

/**
 * Compresses an office document or a book, which are zips: rewrites its pictures in their format and size, and packs everything tighter.
 * Text, styles and all other parts stay byte for byte.
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

/** Returns the pictures that could be made smaller, each in a file that replaces it. */
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
    const made = await compressPicture(picture, level, context, true);
    return !isKept(made) && (await stat(made)).size < part.size ? made : null;
  } catch (error) {
    if (isAboutPicture(error)) return null;
    throw error;
  }
}

/**
 * Whether a rewritten picture looks the same in a document. A JPEG that its Exif data turn does not: some programs respect those, some do
 * not, and the new one is turned.
 */
async function looksTheSame(format: string, path: string): Promise<boolean> {
  if (format !== 'jpg') return true;
  return (await readJpegHeader(path))?.orientation === 1;
}
