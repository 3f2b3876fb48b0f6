import { findEntry } from '../../src/catalog/catalog.ts';
import { COMMON_OPTIONS } from '../../src/catalog/data/common.ts';
import { ConversionError, ConversionErrors } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';
import type { OfficeStore } from './libreoffice/job.ts';
import type { Target } from './targets.ts';

/** What the options ask of LibreOffice's export of the target; empty where nothing was asked. */
export type ExportSettings = NonNullable<OfficeStore['data']>;

/** Options that LibreOffice's PDF export honours: its settings for a value, or null for a value that it cannot do. */
const PDF_EXPORT: Readonly<Record<string, (value: unknown) => ExportSettings | null>> = {
  // 1.5 and 1.6 are all that it can select (7.4); what it writes by default is 1.6.
  version: (value) => (value === '1.5' ? { SelectPdfVersion: 15 } : value === '1.6' ? { SelectPdfVersion: 16 } : null),
  images_quality: (value) =>
    typeof value === 'number' ? { UseLosslessCompression: false, Quality: Math.round(value) } : null,
  dpi: (value) =>
    typeof value === 'number' ? { ReduceImageResolution: true, MaxImageResolution: Math.round(value) } : null,
};

/** Values that ask for nothing, besides false and an option's default. */
const NO_REQUEST: Readonly<Record<string, unknown>> = {
  quality: 'default',
  border_top: 0,
  border_bottom: 0,
  border_left: 0,
  border_right: 0,
};

/** False is the request here: true is what every document allows. */
const RESTRICTIONS: ReadonlySet<string> = new Set(['allow_printing', 'allow_copying', 'allow_modification']);

const RECOGNITION = /^(?:ocr|language)(?:$|_)|^rasterize_(?:input|dpi)$|^deskew$/;

/**
 * The export settings that validated options ask for.
 * @throws ConversionErrors with `engine_unavailable` for every option that asks for recognition, speech or work on the
 *   finished PDF, which this version cannot do: none is ignored
 */
export function readOptions(target: Target, values: OptionValues): ExportSettings {
  const definitions = findEntry('document', target)?.options ?? {};
  const settings: Record<string, string | number | boolean> = {};
  const errors: ConversionError[] = [];
  for (const [option, value] of Object.entries(values)) {
    if (Object.hasOwn(COMMON_OPTIONS, option) || !isRequest(option, value, definitions[option]?.default)) continue;
    const honoured = target === 'pdf' ? PDF_EXPORT[option]?.(value) : undefined;
    if (honoured) Object.assign(settings, honoured);
    else errors.push(unavailable(option, honoured === null));
  }
  if (errors.length > 0) throw new ConversionErrors(errors);
  return settings;
}

function isRequest(option: string, value: unknown, byDefault: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === byDefault) return false;
  if (RESTRICTIONS.has(option)) return value === false;
  if (value === false || value === NO_REQUEST[option]) return false;
  return !Array.isArray(value) || value.length > 0;
}

function unavailable(option: string, otherValuesWork: boolean): ConversionError {
  const what = RECOGNITION.test(option)
    ? 'recognising text in pictures, scans and sound is not part of this version yet'
    : 'working on the finished PDF is not part of this version yet';
  const message = otherValuesWork
    ? `Option ${option} cannot have this value yet: ${what}. Possible now: 1.5 and 1.6.`
    : `Option ${option} cannot be used yet: ${what}. Leave it out.`;
  return new ConversionError('engine_unavailable', message, {
    details: { option, ...(otherValuesWork && { allowed: ['1.5', '1.6'] }) },
  });
}
