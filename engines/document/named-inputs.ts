import type { LocalInput } from '../../src/work/context.ts';
import { splitInputs } from './operations/file/embed.ts';
import { takeKeys } from './operations/file/sign.ts';
import { takeValues } from './operations/marks/fill.ts';
import type { PdfOptions } from './operations/operation.ts';

/** Options of the target pdf that name inputs which are not converted. */
export const NAMES_INPUTS = ['embed', 'fill_from', 'sign'] as const;

/** Inputs by what they are for. */
export interface SortedInputs {
  readonly converted: readonly LocalInput[];
  /** What option embed names, in its order. */
  readonly attached: readonly LocalInput[];
  /** What option sign names, by its names. */
  readonly keys: ReadonlyMap<string, LocalInput>;
  /** What option fill_from names. */
  readonly values?: LocalInput;
}

type Naming = Pick<PdfOptions, (typeof NAMES_INPUTS)[number]>;

/** Whether one of these options names an input, which then is not converted. */
export function isNamed({ filename }: Pick<LocalInput, 'filename'>, { sign, fill_from: from, embed }: Naming): boolean {
  const names = [...(embed ?? []).map((item) => item.filename), ...(sign ?? []).map(({ key }) => key), from];
  return names.includes(filename);
}

/** Throws ConversionError `option_invalid` for a name that no input has. */
export function sortInputs(inputs: readonly LocalInput[], { sign, fill_from: from, embed }: Naming): SortedInputs {
  const { others: signed, keys } = takeKeys(inputs, sign);
  const { others, values } = takeValues(signed, from);
  return { ...splitInputs(others, embed), keys, ...(values && { values }) };
}
