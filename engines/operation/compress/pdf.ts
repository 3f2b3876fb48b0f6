import { stat } from 'node:fs/promises';
import { convertPart } from '../../../src/runner/part.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { type LocalInput, type WorkContext, within } from '../../../src/work/context.ts';
import { textFingerprint } from '../../../tools/formats/pdf-text/fingerprint.ts';
import { pdfInfo } from '../../../tools/formats/pdf-text/info.ts';
import { withWholePages } from '../../../tools/programs/pikepdf/cut-pages.ts';
import type { Compress } from './compressor.ts';

const PACKED: OptionValues = { compression: 'basic' };

/** Lossy options of document/pdf for pictures: down to 150 and to 72 DPI, at the qualities of pictures. */
const LOSSY = {
  medium: { compression: 'strong', images_quality: 75 },
  high: { quality: 'screen', images_quality: 60 },
} as const;

/** Compresses a PDF with the document category: packed tighter, or with smaller pictures if that is smaller and no word changes. */
export const compressPdf: Compress = async (given, level, context) => {
  const input = await withWholePages(given, context);
  const { encrypted } = await pdfInfo({ path: input.path, password: input.decryptPassword }, context);
  if (encrypted) return { because: 'it is protected by a password or restrictions, which would be lost' };
  if (level === 'low') return make(input, PACKED, context);
  const packed = await make(input, PACKED, { ...within(context, 0, 30), warn: () => {} });
  const warnings: Parameters<WorkContext['warn']>[] = [];
  const heard: WorkContext = { ...within(context, 30, 100), warn: (...warning) => warnings.push(warning) };
  const lossy = await make(input, LOSSY[level], heard);
  if ((await stat(packed)).size <= (await stat(lossy)).size) return packed;
  // Ghostscript rewrites fonts, and for some scripts loses the characters by which text is searched and copied.
  if ((await textFingerprint(lossy, heard)) !== (await textFingerprint(input.path, heard))) return packed;
  for (const warning of warnings) context.warn(...warning);
  return lossy;
};

const make = async (input: LocalInput, options: OptionValues, context: WorkContext): Promise<string> =>
  (await convertPart('document', { target: 'pdf', options, inputs: [input] }, context)).path;
