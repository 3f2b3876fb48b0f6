import type { OptionValues } from '../../../task/types.ts';
import type { Mark } from '../fields/marks.ts';
import { number } from '../form/go-values.ts';
import { invalidForm } from '../refusal.ts';
import type { Work } from './fuse.ts';
import { pageSelection } from './pages.ts';

/** Members of `watermarkOptions` and `stampOptions`, by pdfcpu's names; a client may write any beginning of a name that is no other's. */
const LOOKS = {
  points: (value: string) => ({ stamp_text_size: inRange(number(value), 4, 500) }),
  fillcolor: (value: string) => ({ stamp_text_color: colorOf(value) }),
  color: (value: string) => ({ stamp_text_color: colorOf(value) }),
  rotation: (value: string) => ({ stamp_angle: -Math.round(number(value)) % 360 || 0 }),
  diagonal: (value: string) => ({ stamp_angle: value === '2' ? 45 : -45 }),
  opacity: (value: string) => ({ stamp_opacity: inRange(Math.round(number(value) * 100), 1, 100) }),
  position: (value: string) => ({ alignment: alignmentOf(value) }),
  scalefactor: (value: string) => ({
    stamp_scale: inRange(Math.round(number(value.replace(/ +(?:abs|rel)$/, '')) * 100), 1, 1000),
  }),
} as const satisfies Readonly<Record<string, (value: string) => OptionValues>>;

export const LOOK_NAMES = Object.keys(LOOKS);

const ALIGNMENTS: Readonly<Record<string, string>> = {
  tl: 'top_left',
  tc: 'top',
  tr: 'top_right',
  l: 'left',
  c: 'center',
  r: 'right',
  bl: 'bottom_left',
  bc: 'bottom',
  br: 'bottom_right',
};

/** What pdfcpu does with a text that nothing is said about: grey, from the lower left to the upper right. */
const USUAL_TEXT = { stamp_text_color: '#808080', stamp_angle: -45 } as const;

/** Returns the work for a mark. Throws Refusal 400 for what cannot be done here. */
export function workOf({ kind, content, pages, look }: Mark): Work {
  const selection = pages === null ? null : pageSelection(pages);
  if (pages !== null && selection === null) {
    throw invalidForm(`form field '${kind}Pages' is invalid (got '${pages}'): pages are written as in 1-3,5,8-`);
  }
  const isUnder = kind === 'watermark';
  const options: OptionValues = {
    ...('text' in content
      ? { stamp_text: content.text, ...(isUnder && { watermark: true }), ...USUAL_TEXT }
      : { [kind]: true, ...(content.isPicture && { alignment: 'center' }) }),
    ...Object.assign({}, ...Object.entries(look).map(([name, value]) => lookOption(name, value, kind))),
    ...(selection !== null && { stamp_pages: selection }),
  };
  return {
    options: 'text' in content ? options : withoutText(options),
    ...('file' in content && { beside: [content.file] }),
    namesPages: selection !== null,
  };
}

function withoutText({ stamp_text_size: _size, stamp_text_color: _color, ...options }: OptionValues): OptionValues {
  return options;
}

function lookOption(name: string, value: string, kind: string): OptionValues {
  const asked = name.toLowerCase();
  const found = Object.entries(LOOKS).find(([known]) => asked !== '' && known.startsWith(asked));
  const problem = (what: string) => invalidForm(`form field '${kind}Options' is invalid: '${name}' ${what}`);
  if (found === undefined) throw problem(`is not supported; supported are ${LOOK_NAMES.join(', ')}`);
  try {
    return found[1](value.trim());
  } catch {
    throw problem(`cannot have the value '${value}'`);
  }
}

function inRange(value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new Error(`${value} is not from ${least} to ${most}`);
}

function alignmentOf(value: string): string {
  const alignment = ALIGNMENTS[value];
  if (alignment !== undefined) return alignment;
  throw new Error(`${value} is not a position`);
}

/** Reads `#rrggbb`, three numbers of 0 to 1, or one of a few names. */
function colorOf(value: string): string {
  const named = { black: '#000000', white: '#ffffff', red: '#ff0000', green: '#00ff00', blue: '#0000ff' }[value];
  if (named !== undefined) return named;
  if (/^#[\da-f]{6}$/i.test(value)) return value;
  const parts = value.split(/ +/).map((part) => Math.round(inRange(number(part), 0, 1) * 255));
  if (parts.length !== 3) throw new Error(`${value} is not a colour`);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
