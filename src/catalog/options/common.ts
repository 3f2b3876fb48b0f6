import { STRICTNESS } from '../../receipt/losses.ts';
import type { OptionDefinitions } from '../definition.ts';
import { has, noEffect, type OptionRule } from '../rules.ts';

/** Options of every target, except tiger128-calculator, tiger128-converter (none) and pdf-ebook (its own only). */
export const COMMON_OPTIONS = {
  output_filename: {
    type: 'string',
    maxLength: 255,
    description: 'Base name of the result, without extension. Left out or empty: the name of the input.',
    'x-group': 'result',
    example: 'report-2024',
  },
  allow_multiple_outputs: {
    type: 'boolean',
    default: false,
    description:
      'What to do with several output files: false packs them into one file, true offers each as a separate download.',
    'x-group': 'result',
  },
  allow_multiple_outputs_threshold: {
    type: 'integer',
    minimum: 2,
    maximum: 400,
    description: 'With allow_multiple_outputs: if there are more files than this, they are packed into one file.',
    'x-group': 'result',
    example: 50,
  },
  receipt: {
    type: 'boolean',
    description:
      'Whether each output has a receipt: what was read and written, by which programs and options, what was counted on both sides, and what is lost. Counting takes time.',
    'x-group': 'result',
  },
  strict: {
    type: 'string',
    enum: STRICTNESS,
    description:
      'What must not be lost, or the conversion fails: content is anything of the content, any also metadata and the effect of options. With none, or left out, there are warnings.',
    'x-group': 'result',
  },
  dry_run: {
    type: 'boolean',
    description:
      'Converts nothing. The result is a plan as JSON: how it would be done, what the options would do, what would be lost, and how long it would take.',
    'x-group': 'result',
  },
  preset: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'Name of a predefined set of options. Options given with it override those of the preset.',
    'x-group': 'result',
  },
  download_password: {
    type: 'string',
    maxLength: 1000,
    pattern: '^[ -~]*$',
    format: 'printable-ascii',
    writeOnly: true,
    description: 'Password required to download the result. Printable ASCII characters.',
    'x-group': 'result',
  },
} as const satisfies OptionDefinitions;

/** The rules between COMMON_OPTIONS, for every category. */
export const COMMON_RULES: readonly OptionRule[] = [
  {
    options: ['allow_multiple_outputs', 'allow_multiple_outputs_threshold'],
    text: 'allow_multiple_outputs_threshold is used only when allow_multiple_outputs is true.',
    check: (given) =>
      has(given, 'allow_multiple_outputs_threshold') && given.allow_multiple_outputs !== true
        ? [noEffect('allow_multiple_outputs_threshold', 'it is used only when allow_multiple_outputs is true')]
        : [],
  },
];
