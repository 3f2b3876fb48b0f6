import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import { PAGE_SELECTION_PATTERN } from '../../src/catalog/grammar/pages.ts';
import { PAGE_NUMBER_PATTERN, TEXT_LINES_PATTERN } from '../../src/catalog/grammar/texts.ts';
import {
  conflict,
  type GivenOptions,
  has,
  itemsOf,
  missingOption,
  noEffect,
  type OptionRule,
} from '../../src/catalog/rules.ts';
import { hasNoTransparency } from './pdf-a-levels.ts';

const EDGES = ['top', 'bottom', 'left', 'right', 'top_left', 'top_right', 'bottom_left', 'bottom_right'] as const;

/** Options for one thing that is laid on pages: the first page of a second input, or a text. */
const ONE_STAMP = {
  stamp: {
    type: 'boolean',
    description: 'Lays the first page of the second input, or stamp_text, over each page of the first input.',
    'x-group': 'stamp',
  },
  watermark: {
    type: 'boolean',
    description: 'Lays the first page of the second input, or stamp_text, under each page of the first input.',
    'x-group': 'stamp',
    'x-also': 'a text such as DRAFT, written over each page at 30 % opacity',
  },
  stamp_text: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    pattern: TEXT_LINES_PATTERN,
    format: 'text-lines',
    description:
      'Text to place on the pages instead of a second input: over them, or under them with watermark. Any script that the installed fonts support; a line break starts a new line. Placed 10 mm from the edges, and scaled down if it does not fit.',
    'x-group': 'stamp',
    example: 'DRAFT',
  },
  stamp_text_size: {
    type: 'number',
    minimum: 4,
    maximum: 500,
    description: 'Font size of stamp_text in points. Left out: 48.',
    'x-group': 'stamp',
    'x-unit': 'pt',
    example: 72,
  },
  stamp_text_color: {
    type: 'string',
    format: 'rgb-color',
    pattern: '^#[0-9a-fA-F]{6}$',
    description: 'Colour of stamp_text as #rrggbb. Left out: black.',
    'x-group': 'stamp',
    example: '#c00000',
  },
  alignment: {
    type: 'string',
    enum: ['center', ...EDGES],
    description:
      'With stamp, watermark or stamp_text: its position on each page, at its own size or as large as fits. A picture is placed without a page around it. Left out: the first page of the second input is centred, and a picture becomes a page with the picture at its top.',
    'x-group': 'paper',
    example: 'bottom_right',
  },
  stamp_opacity: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Opacity of the stamp, watermark or stamp_text in percent; 100, the default, hides what is below.',
    'x-group': 'stamp',
    'x-unit': '%',
    example: 30,
  },
  stamp_scale: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description:
      'Size of the stamp, watermark or stamp_text in percent of its own. Scaled down if it does not fit the page.',
    'x-group': 'stamp',
    'x-unit': '%',
    example: 50,
  },
  stamp_angle: {
    type: 'integer',
    minimum: -359,
    maximum: 359,
    description:
      'Degrees by which the stamp, watermark or stamp_text is turned clockwise; -45 makes a text rise from the lower left.',
    'x-group': 'stamp',
    'x-unit': '°',
    example: -45,
  },
  stamp_pages: {
    type: 'string',
    pattern: PAGE_SELECTION_PATTERN,
    format: 'page-selection',
    description:
      'Pages that get the stamp, watermark or stamp_text, as they are before rearrange: numbers, first, last, even, odd, or ranges such as 5-8, 5-, first-3. Left out: all.',
    'x-group': 'stamp',
    example: '1, 3-',
  },
  stamp_tiled: {
    type: 'boolean',
    description:
      'Repeats the stamp, watermark or stamp_text over the whole page, so that it cannot be cropped away. Not together with alignment.',
    'x-group': 'stamp',
  },
} as const satisfies OptionDefinitions;

/** Options for what is laid on pages. */
export const STAMP_OPTIONS = {
  ...ONE_STAMP,
  stamps: {
    type: 'array',
    maxItems: 20,
    description:
      'Several texts on the pages, each an item with the same settings as stamp_text has: text, where (over or under the pages), size, color, alignment, opacity, scale, angle, pages, tiled. They are placed in this order.',
    'x-group': 'stamp',
    items: {
      type: 'object',
      required: ['text'],
      properties: {
        text: ONE_STAMP.stamp_text,
        where: {
          type: 'string',
          enum: ['over', 'under'],
          description: 'Over the content of the pages (default), or under it.',
        },
        size: ONE_STAMP.stamp_text_size,
        color: ONE_STAMP.stamp_text_color,
        alignment: ONE_STAMP.alignment,
        opacity: ONE_STAMP.stamp_opacity,
        scale: ONE_STAMP.stamp_scale,
        angle: ONE_STAMP.stamp_angle,
        pages: ONE_STAMP.stamp_pages,
        tiled: ONE_STAMP.stamp_tiled,
      },
    },
    example: [
      { text: 'DRAFT', angle: -45, opacity: 20, tiled: true },
      { text: 'Copy 7', size: 10, alignment: 'top_right' },
    ],
  },
  overlay: {
    type: 'string',
    enum: ['over', 'under'],
    description:
      'Lays the pages of the second input over those of the first, or under them, page by page: the first on the first, the second on the second. Each is centred, at its own size or as large as fits.',
    'x-group': 'stamp',
  },
  overlay_rest: {
    type: 'string',
    enum: ['stop', 'repeat_last', 'repeat_all'],
    description:
      'With overlay: what further pages of the first input get, if the second has fewer: nothing (default), its last page, or all of its pages again.',
    'x-group': 'stamp',
  },
} as const satisfies OptionDefinitions;

export const PAGE_NUMBER_OPTIONS = {
  page_numbers: {
    type: 'string',
    maxLength: 200,
    pattern: PAGE_NUMBER_PATTERN,
    format: 'page-number',
    description:
      'Writes a number on each page of the result: this text, in which {page} is the number of the page and {pages} that of the last one. They are written before the document is split.',
    'x-group': 'stamp',
    example: '{page} / {pages}',
  },
  page_numbers_start: {
    type: 'integer',
    minimum: -100000,
    maximum: 100000,
    description:
      'Number of the first page of the document. Left out: 1. With 0 and page_numbers_pages 2-, the second page is number 1.',
    'x-group': 'stamp',
    example: 1,
  },
  page_numbers_alignment: {
    type: 'string',
    enum: EDGES,
    description: 'Where the number is placed, 10 mm from the edges of the page. Left out: bottom.',
    'x-group': 'stamp',
    example: 'bottom_right',
  },
  page_numbers_pages: {
    type: 'string',
    pattern: PAGE_SELECTION_PATTERN,
    format: 'page-selection',
    description: 'Pages that get a number: numbers, first, last, even, odd, or ranges such as 2-, 5-8. Left out: all.',
    'x-group': 'stamp',
    example: '2-',
  },
  page_numbers_size: {
    type: 'number',
    minimum: 4,
    maximum: 144,
    description: 'Font size of the page numbers in points. Left out: 10.',
    'x-group': 'stamp',
    'x-unit': 'pt',
    example: 10,
  },
} as const satisfies OptionDefinitions;

const PLACING = ['alignment', 'stamp_opacity', 'stamp_scale', 'stamp_angle', 'stamp_pages', 'stamp_tiled'] as const;
const OF_TEXT = ['stamp_text_size', 'stamp_text_color'] as const;
const OF_NUMBERS = Object.keys(PAGE_NUMBER_OPTIONS).filter((option) => option !== 'page_numbers');

const isLaid = (given: GivenOptions): boolean =>
  given.stamp === true || given.watermark === true || has(given, 'stamp_text');

/** Returns the given options that use the second input, each in its own way. */
function usesOfSecondInput(given: GivenOptions): string[] {
  const stamps = has(given, 'stamp_text') ? [] : ['stamp', 'watermark'];
  const chosen = ['merge', ...stamps].filter((option) => given[option] === true);
  return has(given, 'overlay') ? [...chosen, 'overlay'] : chosen;
}

const removesText = ({ filters }: GivenOptions): boolean =>
  Array.isArray(filters) && filters.some((filter: unknown) => Object(filter).filter_name === 'remove_text');

const TILED = 'a tiled stamp covers the whole page and has no place of its own; leave out one of the two';

export const STAMP_RULES: readonly OptionRule[] = [
  {
    options: ['merge', 'stamp', 'watermark', 'overlay'],
    text: 'Of merge, stamp, watermark and overlay only one can be given: they use the second input in different ways. With stamp_text merge goes with one of them.',
    check: (given) => {
      const chosen = usesOfSecondInput(given);
      if (chosen.length > 1) return [conflict(chosen, 'they use the second input in different ways; choose one')];
      return given.stamp === true && given.watermark === true
        ? [conflict(['stamp', 'watermark'], 'one lays the text over the pages, the other under them; choose one')]
        : [];
    },
  },
  {
    options: [...PLACING, 'stamp', 'watermark', 'stamp_text'],
    text: `${PLACING.join(', ')} need stamp, watermark or stamp_text.`,
    check: (given) => {
      const [option] = PLACING.filter((option) => has(given, option));
      if (option === undefined || isLaid(given)) return [];
      const reason = `${option} says how a stamp or a watermark is placed; set stamp or watermark to true, or give stamp_text`;
      return [missingOption('stamp', reason)];
    },
  },
  {
    options: [...OF_TEXT, 'stamp_text'],
    text: `${OF_TEXT.join(', ')} need stamp_text.`,
    check: (given) => {
      const [option] = OF_TEXT.filter((option) => has(given, option));
      if (option === undefined || has(given, 'stamp_text')) return [];
      return [missingOption('stamp_text', `${option} says how it is written`)];
    },
  },
  {
    options: [...OF_NUMBERS, 'page_numbers'],
    text: `${OF_NUMBERS.join(', ')} need page_numbers.`,
    check: (given) => {
      const [option] = OF_NUMBERS.filter((option) => has(given, option));
      if (option === undefined || has(given, 'page_numbers')) return [];
      return [missingOption('page_numbers', `${option} says how page numbers are written`)];
    },
  },
  {
    options: ['stamp_tiled', 'alignment'],
    text: 'stamp_tiled, and tiled of an item of stamps, do not go with alignment.',
    check: (given) => [
      ...(given.stamp_tiled === true && has(given, 'alignment') ? [conflict(['stamp_tiled', 'alignment'], TILED)] : []),
      ...itemsOf(given.stamps).flatMap((item, index) =>
        item.tiled === true && item.alignment !== undefined
          ? [conflict(['stamps'], `item ${index + 1}: ${TILED}`)]
          : [],
      ),
    ],
  },
  {
    options: ['stamps', 'stamp', 'watermark', 'stamp_text'],
    text: 'stamps does not go with stamp, watermark and stamp_text.',
    check: (given) => {
      const others = ['stamp', 'watermark', 'stamp_text'].filter(
        (option) => has(given, option) && given[option] !== false,
      );
      const reason = 'give the text as one more item of stamps; its member where says whether it is under the pages';
      return has(given, 'stamps') && others.length > 0 ? [conflict(['stamps', ...others], reason)] : [];
    },
  },
  {
    options: ['overlay_rest', 'overlay'],
    text: 'overlay_rest is used only with overlay.',
    check: (given) =>
      has(given, 'overlay_rest') && !has(given, 'overlay')
        ? [noEffect('overlay_rest', 'it is used only with overlay')]
        : [],
  },
  {
    options: ['filters', 'stamp_text', 'stamps', 'page_numbers'],
    text: 'The filter remove_text removes stamp_text, stamps and page_numbers too: it comes after them.',
    check: (given) =>
      removesText(given)
        ? ['stamp_text', 'stamps', 'page_numbers']
            .filter((option) => has(given, option))
            .map((option) => noEffect(option, 'the filter remove_text is applied later and removes its text too'))
        : [],
  },
  {
    options: ['pdf_a', 'stamp_opacity', 'stamps'],
    text: 'With part 1 of pdf_a stamp_opacity, and opacity of stamps, can only be 100: PDF/A-1 has no transparency.',
    check: ({ pdf_a: level, stamp_opacity: opacity, stamps }) => {
      if (!hasNoTransparency(level)) return [];
      const isClear = (value: unknown): boolean => typeof value === 'number' && value < 100;
      const clear = [
        ...(isClear(opacity) ? ['stamp_opacity'] : []),
        ...(itemsOf(stamps).some((item) => isClear(item.opacity)) ? ['stamps'] : []),
      ];
      return clear.map((option) => conflict(['pdf_a', option], 'PDF/A-1 has no transparency; choose pdf_a 2b'));
    },
  },
];
