import { readFileSync } from 'node:fs';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import type { OptionValues } from '../task/types.ts';
import { canonicalTarget, findEntry } from './catalog.ts';
import { isRecord } from './coerce.ts';
import { quote } from './grammar/parsed.ts';
import { nearest } from './nearest.ts';
import { translateSharedNames } from './shared-names.ts';
import { type ConversionRequest, validateConversion } from './validate.ts';

/** A named set of options for one target, with the fields of GET /v2/presets. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly target: string;
  readonly scope: 'public' | 'private';
  readonly options: OptionValues;
}

/**
 * Reads a file of presets: a JSON array of `{ "name", "category", "target", "options", "id"?, "scope"? }`. The id defaults to the name, the
 * scope to `public`. Two presets of one target need different names. null: the everyday presets that come with convertd.
 *
 * Throws ConversionErrors: `task_invalid` if the file cannot be read or has another shape, and the errors of `validateConversion` for a
 * preset, so that they show when it is loaded and not when it is used.
 */
export async function loadPresets(path: string | null): Promise<readonly Preset[]> {
  return readPresets(path);
}

/** The everyday presets. */
export const EVERYDAY = new URL('everyday-presets.json', import.meta.url);

/** Does the same synchronously, for code that reads settings. */
export function readPresets(path: string | null): readonly Preset[] {
  // A test checks our own, because checking at each start would cost time.
  if (path === null) return (JSON.parse(readFileSync(EVERYDAY, 'utf8')) as unknown[]).map(toPreset);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw shapeError(`The presets file cannot be read (${(cause as NodeJS.ErrnoException).code}).`, cause);
  }
  return parsePresets(text);
}

/** Parses the text of such a file. */
export function parsePresets(text: string): readonly Preset[] {
  const document = parseJson(text);
  if (!Array.isArray(document)) throw shapeError('The presets file must hold a JSON array.');
  const presets = document.map(toPreset);
  const errors = [...presets.flatMap(valueErrors), ...duplicateErrors(presets)];
  if (errors.length > 0) throw new ConversionErrors(errors);
  return presets;
}

/**
 * Adds the options of the preset that a conversion names, by its name or its id: an option given explicitly wins, and an explicit `null` removes the preset's
 * value. A conversion without a preset is returned unchanged. The result is not validated yet.
 *
 * Throws ConversionErrors with `preset_unknown`, which lists the presets of that target.
 */
export function applyPreset<Conversion extends ConversionRequest>(
  presets: readonly Preset[],
  conversion: Conversion,
): Conversion {
  const { category, options } = conversion;
  const name = options.preset;
  // validateConversion reports a preset of the wrong type and an unknown target or one without presets.
  const entry = findEntry(category, conversion.target);
  if (typeof name !== 'string' || name === '' || entry === undefined || !('preset' in entry.options)) return conversion;
  const candidates = presets.filter((preset) => preset.category === category && preset.target === entry.target);
  const preset = candidates.find((candidate) => candidate.name === name) ?? candidates.find(({ id }) => id === name);
  if (preset === undefined) throw presetUnknown(conversion, name, candidates);
  const own = (each: OptionValues) => translateSharedNames(entry, each).options;
  return { ...conversion, options: { ...own(preset.options), ...own(options) } };
}

function presetUnknown(conversion: ConversionRequest, name: string, candidates: readonly Preset[]): ConversionErrors {
  const label = `${conversion.category}/${conversion.target}`;
  const names = candidates.map((candidate) => candidate.name);
  const [close] = nearest(name, names);
  const known = names.length === 0 ? 'It has no presets here.' : `Its presets: ${names.join(', ')}.`;
  const hint = close === undefined ? '' : ` Did you mean ${close}?`;
  return new ConversionErrors([
    new ConversionError('preset_unknown', `${label} has no preset ${quote(name)}.${hint} ${known}`, {
      ...(conversion.id === undefined ? {} : { idSource: conversion.id }),
      details: { option: 'preset', allowed: names },
    }),
  ]);
}

function toPreset(value: unknown, index: number): Preset {
  const where = `Preset ${index + 1} of the presets file`;
  if (!isRecord(value)) throw shapeError(`${where} is not an object.`);
  const { name, category, target, options, id = name, scope = 'public' } = value;
  if (typeof name !== 'string' || name === '') throw shapeError(`${where} has no name.`);
  if (typeof category !== 'string' || typeof target !== 'string') {
    throw shapeError(`${where} (${quote(name)}) needs a category and a target, both text.`);
  }
  if (!isRecord(options)) throw shapeError(`${where} (${quote(name)}) needs options, an object.`);
  if ('preset' in options) throw shapeError(`${where} (${quote(name)}) cannot name another preset.`);
  if (typeof id !== 'string' && typeof id !== 'number')
    throw shapeError(`${where} (${quote(name)}) has an id that is not text.`);
  if (scope !== 'public' && scope !== 'private')
    throw shapeError(`${where} (${quote(name)}): scope is public or private.`);
  return { id: String(id), name, category, target: canonicalTarget(category, target), scope, options };
}

/** Returns the errors in the values of a preset. An unknown option is an error here, because nobody would see a warning. */
export function valueErrors(preset: Preset): ConversionError[] {
  const prefix = `Preset ${quote(preset.name)}: `;
  try {
    const { warnings } = validateConversion(preset);
    const unknown = warnings.filter((warning) => warning.code === 'option_unknown');
    return unknown.map(({ details }) => {
      const path = [details.option, details.member].filter((part) => part !== undefined).join('.');
      const message = `${prefix}${preset.category}/${preset.target} has no option ${quote(path)}.`;
      return new ConversionError('option_invalid', message, { details });
    });
  } catch (error) {
    if (!(error instanceof ConversionErrors)) throw error;
    return error.errors.map(({ code, message, details }) => new ConversionError(code, prefix + message, { details }));
  }
}

function duplicateErrors(presets: readonly Preset[]): ConversionError[] {
  const seen = new Set<string>();
  return presets.flatMap(({ category, target, name }) => {
    const key = JSON.stringify([category, target, name]);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [new ConversionError('task_invalid', `Two presets of ${category}/${target} have the name ${quote(name)}.`)];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw shapeError('The presets file is not valid JSON.', cause);
  }
}

const shapeError = (message: string, cause?: unknown) =>
  new ConversionErrors([new ConversionError('task_invalid', message, { cause })]);
