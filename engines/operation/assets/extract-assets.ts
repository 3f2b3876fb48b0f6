import { lstat } from 'node:fs/promises';
import { extname } from 'node:path';
import { safeFilename, stem } from '../../../src/files/filename.ts';
import { identify } from '../../../src/files/identify.ts';
import type { OutputFile } from '../../../src/runner/engine.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { contentText } from '../../../src/work/content-text.ts';
import { type LocalInput, type WorkContext, warnOfUnusedPassword } from '../../../src/work/context.ts';
import { mailFormatOf } from '../../../tools/formats/mail/mail-format.ts';
import type { Asset, Extract } from './asset.ts';
import { fromArchive } from './from-archive.ts';
import { fromMail } from './from-mail.ts';
import { fromMedia } from './from-media.ts';
import { fromPackage, PACKAGES } from './from-package.ts';
import { fromPdf } from './from-pdf.ts';
import { type AssetKind, kindOf, NAMES } from './kinds.ts';

/**
 * Extracts the pictures, fonts, sounds, films and attached files inside an input unchanged, or those of one kind, an output each. Throws ConversionError
 * `input_wrong_type` for an input that holds no files, or none of these, and what opening it throws.
 */
export async function extractAssets(
  input: LocalInput,
  { assets: kind }: { readonly assets: AssetKind },
  context: WorkContext,
): Promise<OutputFile[]> {
  const extract = extractorOf(input);
  if (extract === null) throw holdsNoFiles(input);
  if (input.decryptPassword !== null && !OPENS_LOCKED.has(extract)) warnOfUnusedPassword(input, context);
  const assets = await extract(input, context);
  const outputs: OutputFile[] = [];
  for (const asset of assets) outputs.push(...(await outputOf(asset, kind)));
  if (outputs.length === 0) throw nothingInside(input, kind);
  context.progress(100);
  return outputs;
}

/** Extractors of files that a password can open. */
const OPENS_LOCKED: ReadonlySet<Extract> = new Set([fromArchive, fromPdf]);

const PAGE_NAME = /\.(?:mht|mhtml)$/i;

function extractorOf(input: LocalInput): Extract | null {
  const { format, filename } = input;
  if (format === null) return null;
  if (format.name === 'pdf') return fromPdf;
  if (PACKAGES.has(format.name)) return fromPackage;
  if (format.kind === 'audio' || format.kind === 'video') return fromMedia;
  if (format.kind === 'archive') return fromArchive;
  const isPage = format.name === 'mht' || (format.kind === 'text' && PAGE_NAME.test(filename));
  if (isPage || mailFormatOf(input) !== null) return fromMail;
  return null;
}

/** Returns nothing for an empty file, which nobody misses, and for one of another kind. */
async function outputOf(asset: Asset, kind: AssetKind): Promise<OutputFile[]> {
  const { path, name, extension } = asset;
  const stats = await lstat(path);
  if (!stats.isFile() || stats.size === 0) return [];
  const format = await identify(path);
  if (kind !== 'all' && kind !== kindOf(asset, format)) return [];
  const safe = safeFilename(name, { fallback: 'file' });
  const own = extname(safe).slice(1);
  const basename = own === '' ? safe : stem(safe);
  const contentType = format?.contentType ?? 'application/octet-stream';
  return [{ path, basename, extension: own || extension || (format?.name ?? 'bin'), contentType }];
}

function holdsNoFiles(input: LocalInput): ConversionError {
  const kinds = `PDFs, archives, sound, videos, mails (eml, msg, mbox, pst, winmail.dat), web pages (mht), and ${[...PACKAGES].join(', ')}`;
  const message = `${contentText(input)}. Files are extracted from ${kinds}; convert older documents and books to docx, odt or epub first.`;
  return new ConversionError('input_wrong_type', message, { details: { format: input.format?.name ?? null } });
}

function nothingInside({ filename }: LocalInput, kind: AssetKind): ConversionError {
  const what = { ...NAMES, all: 'pictures, fonts, audio, videos or attached files' }[kind];
  const message = `${filename} contains no ${what} to extract.`;
  return new ConversionError('input_wrong_type', message);
}
