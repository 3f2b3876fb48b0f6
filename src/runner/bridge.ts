import { stat } from 'node:fs/promises';
import { likelyTargets, routeTo } from '../catalog/conversion-graph.ts';
import type { FormatKind } from '../files/formats/detected-format.ts';
import { formatOf, isFormatName } from '../files/formats/names.ts';
import { identify } from '../files/identify.ts';
import { ConversionError } from '../task/errors.ts';
import type { OptionValues } from '../task/types.ts';
import { type LocalInput, within } from '../work/context.ts';
import { checkFiles } from './check-outputs.ts';
import type { ContextOf } from './convert-inputs.ts';
import { convertParts } from './part.ts';

/** What to convert the inputs to. */
export interface Wanted {
  readonly category: string;
  readonly target: string;
  /** Validated. */
  readonly options: OptionValues;
}

/** Share of the progress for intermediate conversions, percent. */
const SHARE = 40;

/** Inputs that the target's engine can read, and the options and contexts for the rest of the work. */
export interface Bridged {
  readonly inputs: readonly LocalInput[];
  readonly options: OptionValues;
  readonly contextOf: ContextOf;
}

/**
 * Converts inputs that the target's engine does not read to a format that it does, if one intermediate conversion is enough: a HEIC photo
 * to PNG for document/pdf. They keep their names and ids; the frames of one picture become pages of one PDF. Throws the errors of that
 * conversion.
 * @param isUsedAsItIs whether the engine does not convert an input
 */
export async function bridgeInputs(
  { category, target, options }: Wanted,
  inputs: readonly LocalInput[],
  { contextOf, workFolder }: { readonly contextOf: ContextOf; readonly workFolder: string },
  isUsedAsItIs: (input: LocalInput) => boolean,
): Promise<Bridged> {
  const routes = inputs.map((input) => {
    const { format } = input;
    return format === null || isUsedAsItIs(input) || isMistaken(input) ? null : routeTo(category, target, format.name);
  });
  if (!routes.some((route) => route?.how === 'through')) return { inputs, options, contextOf };
  const bridged: LocalInput[] = [];
  for (const [index, input] of inputs.entries()) {
    const route = routes[index];
    if (route?.how !== 'through') {
      bridged.push(input);
      continue;
    }
    const share = SHARE / inputs.length;
    const context = within(contextOf([input]), share * index, share * (index + 1));
    context.signal.throwIfAborted();
    const request = { target: route.bridge.target, options: route.bridge.options, inputs: [input] };
    // Passwords of an input are used up once it is open.
    const outputs = await convertParts(route.bridge.category, request, context);
    await checkFiles(outputs, workFolder);
    for (const { path } of outputs) {
      const [{ size }, format] = await Promise.all([stat(path), identify(path)]);
      bridged.push({ ...input, path, size, format, decryptPassword: null });
    }
  }
  const isSplit = inputs.length === 1 && bridged.length > 1;
  const joined = isSplit && category === 'document' && target === 'pdf' ? { ...options, merge: true } : options;
  return { inputs: bridged, options: joined, contextOf: (some) => within(contextOf(some), SHARE, 100) };
}

/** Kinds of files that nobody converts as text on purpose. */
const MEDIA: ReadonlySet<FormatKind> = new Set(['audio', 'image', 'video']);

/** Whether a text file is named as a picture, sound or film: an error page saved as `photo.jpg`. Its engine reports that. */
function isMistaken({ filename, format }: LocalInput): boolean {
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  const name = ALIASES[extension] ?? extension;
  if (format === null || MEDIA.has(format.kind) || !isFormatName(name)) return false;
  return (format.kind === 'text' || format.name === 'html') && MEDIA.has(formatOf(name).kind);
}

const ALIASES: Readonly<Record<string, string>> = { jpeg: 'jpg', tif: 'tiff' };

/**
 * Adds to an error about an input's kind what the input can be converted to instead. Other errors, and those of inputs that the target does
 * read, stay unchanged.
 */
export function withAlternatives(
  error: ConversionError,
  wanted: Omit<Wanted, 'options'>,
  inputs: readonly LocalInput[],
): ConversionError {
  const [only, ...others] = inputs;
  const format = only?.format;
  if (error.code !== 'input_wrong_type' || format == null || others.length > 0) return error;
  if (routeTo(wanted.category, wanted.target, format.name) !== null) return error;
  const possible = likelyTargets(format.name);
  if (possible.length === 0) return error;
  const message = `${error.message} It can become ${possible.join(', ')}, among others.`;
  const { code, source, idSource, details, log, cause } = error;
  return new ConversionError(code, message, {
    source,
    details: { ...details, possible },
    cause,
    ...(idSource !== null && { idSource }),
    ...(log !== undefined && { log }),
  });
}
