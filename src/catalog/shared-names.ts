import type { OptionValues } from '../task/types.ts';
import { coerceValue } from './coerce.ts';
import type { CatalogEntry, OptionDefinition, OptionDefinitions } from './definition.ts';
import { clockTime } from './grammar/clock-time.ts';
import { GRAMMARS } from './grammar/index.ts';
import { parseFileSize, parsePictureArea, parsePictureSize } from './grammar/values.ts';
import { conflict, type Finding } from './rules.ts';

/*
 * Names of options that mean the same in all categories. Where a target has an option of the name, that is it; else the name stands for
 * what the target has: max_size for the max_file_size of a picture and the file_size, in KiB, of a PDF. Such a name is translated before
 * anything is validated, so engines never see it.
 */

/** What a name stands for in targets that have certain options. */
interface Way {
  /** Options of the target that it stands for. None: the runner does it, or there is nothing to do. */
  readonly of: readonly string[];
  /** Other targets that have these do not have the name. Default: all. */
  readonly fits?: (entry: CatalogEntry) => boolean;
  /** Returns values of those options. Null: the value is none that the name takes. */
  readonly to: (value: unknown) => OptionValues | null;
  /** Values of further options, unless they are given. */
  readonly usual?: OptionValues;
  /** What its description adds. Default: what it stands for. */
  readonly note?: string;
}

interface SharedName {
  /** How it is published. Null: only targets that have an option of this name know it. */
  readonly definition: OptionDefinition | null;
  /** The first one whose options a target has applies. */
  readonly ways: readonly Way[];
  /** What can have it, for targets that cannot. */
  readonly only: string;
}

/** Stands for one option, which takes the same values. */
const as = (option: string): Way => ({ of: [option], to: (value) => ({ [option]: value }) });

const ofText =
  <Value>(
    parse: (text: string) => { readonly value: Value } | { readonly problem: string },
    to: (v: Value) => OptionValues,
  ) =>
  (given: unknown): OptionValues | null => {
    const parsed = parse(String(given));
    return 'value' in parsed ? to(parsed.value) : null;
  };

const TIME = { type: 'string', format: 'clock-time', 'x-group': 'film', example: '1:30' } as const;
const START = { ...TIME, description: 'Where the part to keep starts.' } as const;
const END = { ...TIME, description: 'Where the part to keep ends.' } as const;
const asTime = (option: string): Way => ({ of: [option], to: (value) => ({ [option]: clockTime(String(value)) }) });
const RECORDINGS = 'only sound and films have a time';

/** Categories that read protected files. */
const OPENING: ReadonlySet<string> = new Set([
  'archive',
  'audio',
  'document',
  'ebook',
  'image',
  'metadata',
  'operation',
]);

/** Categories, and targets of others, whose outputs the runner or the engine clears of metadata. */
const CLEARED: ReadonlySet<string> = new Set([
  ...['audio', 'document', 'metadata'],
  ...['audio-volume', 'compress', 'cut-video', 'merge-streams', 'resize-image'],
]);

const SHARED_NAMES: Readonly<Record<string, SharedName>> = {
  crop: {
    definition: {
      type: 'string',
      format: 'picture-area',
      description: 'The area to keep as WIDTHxHEIGHT+X+Y in pixels, X and Y from the upper left corner.',
      'x-group': 'crop',
      example: '800x600+10+10',
    },
    ways: [
      {
        of: ['crop_left', 'crop_top', 'crop_width', 'crop_height', 'crop_unit'],
        to: ofText(parsePictureArea, ({ width, height, x, y }) => ({
          crop_left: x,
          crop_top: y,
          crop_width: width,
          crop_height: height,
        })),
        usual: { crop_unit: 'pt' },
      },
      {
        of: ['crop_width', 'crop_height', 'crop_origin_x', 'crop_origin_y'],
        to: ofText(parsePictureArea, ({ width, height, x, y }) => ({
          crop_width: width,
          crop_height: height,
          crop_origin_x: x,
          crop_origin_y: y,
        })),
      },
    ],
    only: 'only pictures, films and the pages of a PDF are cropped',
  },
  end: { definition: END, ways: [asTime('end_video')], only: RECORDINGS },
  from: { definition: START, ways: [asTime('start'), asTime('start_video')], only: RECORDINGS },
  max_size: {
    definition: {
      type: 'string',
      format: 'file-size',
      description: 'Maximum size of the file: bytes, or a number with KB or MB.',
      'x-group': 'size',
      example: '5MB',
    },
    ways: [
      as('max_file_size'),
      {
        of: ['file_size'],
        fits: ({ options }) => options.file_size?.type === 'integer',
        to: ofText(parseFileSize, (bytes) => ({ file_size: Math.max(1, Math.floor(bytes / 1024)) })),
      },
      as('file_size'),
    ],
    only: 'only pictures, PDFs and films are made to fit a size',
  },
  mute: {
    definition: { type: 'boolean', description: 'Leaves out the sound.', 'x-group': 'sound', example: true },
    ways: [
      {
        of: ['audio_codec'],
        fits: ({ options }) => options.audio_codec?.enum?.includes('none') === true,
        to: (value) => (typeof value === 'boolean' ? (value ? { audio_codec: 'none' } : {}) : null),
      },
    ],
    only: 'only films have a sound to leave out',
  },
  password: {
    definition: {
      type: 'string',
      maxLength: 1024,
      writeOnly: true,
      description: 'Password that opens the inputs.',
      'x-group': 'protection',
    },
    ways: [
      {
        of: [],
        fits: ({ category, options }) => OPENING.has(category) && Object.hasOwn(options, 'preset'),
        to: (value) => ({ password: value }),
        note: 'Stands for the decrypt_password of each input that has none. The result is protected by other options.',
      },
    ],
    only: 'only what reads protected files opens them',
  },
  pages: {
    definition: {
      type: 'string',
      format: 'page-selection',
      description: 'The pages to keep, in this order: numbers, first, last, even, odd, or ranges such as 2-4, 5-.',
      'x-group': 'paper',
      example: '2-4',
    },
    ways: [as('rearrange')],
    only: 'only PDFs, pictures and texts that are made of pages have a selection of them',
  },
  protect: {
    definition: {
      type: 'string',
      maxLength: 64,
      writeOnly: true,
      description: 'Password that the result is protected with. That of the input is password.',
      'x-group': 'protection',
    },
    ways: [as('new_user_password'), as('encrypt_password')],
    only: 'only PDF, zip and 7z are written with a password',
  },
  resize: {
    definition: {
      type: 'string',
      format: 'picture-size',
      description:
        'The new size in pixels: a width such as 800, a height such as x600, 800x600, or a part such as 50%.',
      'x-group': 'size',
      example: '800x600',
    },
    ways: [
      {
        of: ['width', 'height', 'resize_by'],
        to: ofText(parsePictureSize, ({ width, height, unit }) => ({
          ...(width !== undefined && { width }),
          ...(height !== undefined && { height }),
          ...(unit === '%' && { resize_by: 'perc' }),
        })),
      },
      {
        of: ['width', 'height'],
        to: ofText(parsePictureSize, ({ width, height, unit }) => ({
          ...(width !== undefined && { width: unit === '%' ? `${width}%` : width }),
          ...(height !== undefined && unit !== '%' && { height }),
        })),
      },
    ],
    only: 'only pictures and films have a size in pixels; the paper of a PDF is page_size',
  },
  rotate: {
    definition: null,
    ways: [
      {
        of: ['rotate'],
        fits: ({ options }) => options.rotate?.items !== undefined,
        to: (value) =>
          /^[0-9]{1,3}$/.test(String(value)) ? { rotate: [{ pages: '1-last', angle: Number(value) }] } : null,
      },
    ],
    only: 'only pictures, films and the pages of a PDF are turned',
  },
  start: { definition: START, ways: [asTime('start_video')], only: RECORDINGS },
  strip_metadata: {
    definition: {
      type: 'boolean',
      description: 'Whether nothing of the metadata of the input is kept.',
      'x-group': 'clean',
      example: true,
    },
    ways: [
      as('remove_metadata'),
      {
        of: ['keep_metadata'],
        to: (value) => (typeof value === 'boolean' ? { keep_metadata: value ? 'none' : 'all' } : null),
      },
      { of: [], fits: ({ category }) => category === 'image', to: () => ({}), note: 'This format keeps none anyway.' },
      {
        of: [],
        fits: ({ category, target, options }) =>
          CLEARED.has(category === 'operation' || category === 'metadata' ? target : category) &&
          Object.hasOwn(options, 'preset'),
        to: (value) => ({ strip_metadata: value }),
        note: 'The same as clear_all in the metadata of the conversion.',
      },
    ],
    only: 'only pictures, sound, films and documents lose their metadata; a book always has a title and an author',
  },
  to: { definition: END, ways: [asTime('end'), asTime('end_video')], only: RECORDINGS },
  watermark: {
    definition: null,
    ways: [
      {
        of: ['watermark', 'stamp_text'],
        to: (value) => (typeof value === 'string' && value !== '' ? { stamp_text: value } : null),
        usual: { stamp_opacity: 30, stamp_angle: -45 },
      },
    ],
    only: 'only pictures, films and the pages of a PDF are marked',
  },
};

/** Whether a target has an option that is not itself a shared name. */
const isOwn = ({ options }: CatalogEntry, name: string): boolean =>
  Object.hasOwn(options, name) && options[name]?.['x-short-for'] === undefined;

/** Returns the way by which a target does what a name means; undefined if it cannot. */
const wayOf = (name: string, entry: CatalogEntry): Way | undefined =>
  SHARED_NAMES[name]?.ways.find(
    ({ of, fits }) => of.every((option) => isOwn(entry, option)) && fits?.(entry) !== false,
  );

/** Definitions as they are published, one for each way: hundreds of targets share them. */
const published = new Map<Way, OptionDefinition>();

/** Returns the shared names that a target has besides its own options. */
export function sharedOptions(entry: CatalogEntry): OptionDefinitions {
  return Object.fromEntries(
    Object.entries(SHARED_NAMES).flatMap(([name, { definition }]) => {
      const way = definition === null || Object.hasOwn(entry.options, name) ? undefined : wayOf(name, entry);
      if (definition === null || way === undefined) return [];
      const description = `${definition.description} ${way.note ?? `Stands for ${way.of.join(', ')}.`}`;
      const known = published.get(way) ?? { ...definition, description, 'x-short-for': way.of };
      published.set(way, known);
      return [[name, known]];
    }),
  );
}

/** Returns why a target cannot have an option that others have; undefined for other names. */
export const whyNotHere = (name: string): string | undefined =>
  Object.hasOwn(SHARED_NAMES, name) ? SHARED_NAMES[name]?.only : undefined;

interface Translated {
  readonly options: OptionValues;
  /** A name and what it stands for are both given, and differ; both are left in the options. */
  readonly findings: readonly Finding[];
}

/** Replaces shared names by the options that they stand for. Leaves values that a name does not take, for the schema to judge. */
export function translateSharedNames(entry: CatalogEntry, given: OptionValues): Translated {
  const options: Record<string, unknown> = { ...given };
  const findings: Finding[] = [];
  for (const name of Object.keys(SHARED_NAMES)) {
    if (!Object.hasOwn(given, name) || !Object.hasOwn(entry.options, name)) continue;
    const way = wayOf(name, entry);
    const wanted = way === undefined ? null : meaningOf(entry.options[name], given[name], way);
    if (way === undefined || wanted === null) continue;
    const differing = Object.keys(wanted).filter(
      (option) =>
        option !== name && isGiven(given[option]) && !isSame(entry.options[option], given[option], wanted[option]),
    );
    if (differing.length > 0) {
      findings.push(conflict([name, ...differing], `${name} stands for ${way.of.join(', ')} here, and they differ`));
      continue;
    }
    delete options[name];
    for (const [option, value] of Object.entries(wanted))
      if (!isGiven(given[option]) || option === name) options[option] = value;
    for (const [option, value] of Object.entries(way.usual ?? {})) options[option] ??= value;
  }
  return { options, findings };
}

/** Returns what a value of a shared name stands for; null for a value that it does not take. */
function meaningOf(definition: OptionDefinition | undefined, given: unknown, way: Way): OptionValues | null {
  if (definition === undefined || given === undefined) return null;
  const isShort = definition['x-short-for'] !== undefined;
  // A name that is not given removes what a preset says.
  if (given === null) return !isShort ? null : Object.fromEntries(way.of.map((option) => [option, null]));
  const value = coerceValue(definition, given);
  if (!isShort) return way.to(value);
  if (typeof value !== definition.type || (typeof value === 'string' && !isText(value, definition))) return null;
  return way.to(value);
}

/** Whether the definition accepts a text. */
const isText = (value: string, definition: OptionDefinition): boolean => {
  const { format, maxLength = Number.POSITIVE_INFINITY } = definition;
  return value.length <= maxLength && (format === undefined || 'value' in GRAMMARS[format].parse(value, definition));
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const isSame = (definition: OptionDefinition | undefined, one: unknown, other: unknown): boolean =>
  JSON.stringify(definition === undefined ? one : coerceValue(definition, one)) === JSON.stringify(other);
