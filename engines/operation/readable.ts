import { reads } from '../../src/catalog/readable-formats.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { contentText } from '../../src/work/content-text.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { archiveKindOf } from '../../tools/formats/archives/kinds.ts';

/** What the targets that read few kinds of files read, for messages. Others refuse inputs themselves. */
const READ: Readonly<Record<string, string>> = {
  ai_upscale: 'pictures',
  'analyze-image': 'pictures',
  'audio-volume': 'sound',
  'colorize-image': 'pictures',
  'compare-pdf': 'PDFs',
  'compare-video': 'videos',
  'convert-pdfa': 'PDFs',
  'cut-video': 'videos',
  'extract-archive': 'archives',
  'form-fields': 'PDFs',
  'extract-streams': 'sound and videos',
  'speech-to-text': 'sound and videos',
  'text-to-speech': 'texts, documents and books',
  'validate-invoice': 'invoices in XML or PDF',
  'validate-pdfa': 'PDFs',
  'validate-signatures': 'PDFs',
  'video-to-image': 'videos',
};

/** Throws ConversionError `input_wrong_type` for an input that the catalog does not name for the target. */
export function requireRead(input: LocalInput, target: string): void {
  const { format } = input;
  if (READ[target] === undefined || (format !== null && reads('operation', target, format.name) !== null)) return;
  // Some archives are known by their name only.
  if (target === 'extract-archive' && format === null && archiveKindOf(input) !== null) return;
  const message = `${contentText(input)}. operation/${target} is for ${READ[target]}.`;
  throw new ConversionError('input_wrong_type', message, { details: { format: format?.name ?? null } });
}
