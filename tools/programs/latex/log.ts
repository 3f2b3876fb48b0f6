import { ConversionError } from '../../../src/task/errors.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { Project } from '../../formats/markup/project.ts';

/** The first line of an error: `./main.tex:3: Undefined control sequence.` (-file-line-error). */
const ERROR = /^(?:\.\/)?([^\s:!][^:\n]*):(\d+): (.+)$/m;

/** The first line of an error whose place TeX names only below: `! LaTeX Error: File …`. */
const PLACELESS = /^! (.+)$/m;

/** The end of the line up to which TeX has read, with the command that it does not know. */
const UNKNOWN_COMMAND = /^l\.\d+ .*?(\\(?:[A-Za-z@]+|.))\s*$/m;

/** A file that no one has. */
const MISSING_FILE = /File [`']([^']+)' not found/;

/** Files that are part of TeX Live. */
const OF_TEX_LIVE = /\.(?:sty|cls|clo|def|fd|ldf|bst|tfm|cfg)$/;

/** A language of babel whose file is not installed. */
const MISSING_LANGUAGE = /Unknown option [`']([\w-]+)'/;

/** Longest message of TeX that is quoted, characters. */
const LONGEST = 300;

/** Returns the error of a text that cannot be typeset, from TeX's log: its first error, with its place. */
export function errorOf(log: string, { main }: Pick<Project, 'main'>, filename: string): ConversionError {
  const end = log.slice(-4000);
  const placed = ERROR.exec(log);
  const placeless = PLACELESS.exec(log);
  if (placed === null && placeless === null) {
    return new ConversionError('input_damaged', `${filename} makes no pages.`, { log: end });
  }
  const isPlaceless = placed === null || (placeless !== null && placeless.index < placed.index);
  const text = (isPlaceless ? placeless?.[1] : placed[3]) ?? '';
  const [, file = '', number = ''] = placed ?? [];
  const inFile = file === main ? '' : ` of ${file}`;
  // What TeX Live itself contains has a place that no one can change.
  const place = placed === null || file.startsWith('/') ? '' : ` in line ${number}${inFile}`;
  return new ConversionError('input_damaged', messageOf(text, log.slice(placed?.index ?? 0), filename, place), {
    ...(place !== '' && { details: { line: Number(number) } }),
    log: end,
  });
}

function messageOf(text: string, rest: string, filename: string, place: string): string {
  const [, missing] = MISSING_FILE.exec(text) ?? [];
  if (missing !== undefined) {
    // TeX has read further when it misses a package, so the place would be wrong.
    return OF_TEX_LIVE.test(missing)
      ? `${filename} needs ${missing}, which is not installed here. Install the Debian package of TeX Live that contains it, or add the file to a zip with the text.`
      : `${filename} asks for ${missing}${place}, which is not among the files of the input. Add it to a zip with the text.`;
  }
  const [, language] = /babel Error/.test(text) ? (MISSING_LANGUAGE.exec(text) ?? []) : [];
  if (language !== undefined) {
    return `${filename} asks for the language ${language}${place}, which is not installed here. Install the Debian package texlive-lang-* that contains it.`;
  }
  const [, command] = /^Undefined control sequence/.test(text) ? (UNKNOWN_COMMAND.exec(rest) ?? []) : [];
  const what = command === undefined ? shortened(text) : `the command ${command} is not defined`;
  return `${filename} has an error${place}: ${what}.`;
}

function shortened(text: string): string {
  const short = text
    .replace(/^(?:LaTeX|Package|Class) (?:\S+ )?Error: /, '')
    .replace(/\s+/g, ' ')
    .replace(/[.:]+$/, '')
    .trim();
  return short.length > LONGEST ? `${short.slice(0, LONGEST)}…` : short;
}

interface Finding {
  readonly pattern: RegExp;
  /** Key of the details that has their number. */
  readonly key: string;
  readonly one: string;
  readonly many: string;
  readonly outcome: string;
}

/** Losses in the log, with what is lost as group 1. Boxes that are too full are of no use to users. */
const findings = (filename: string): readonly Finding[] => [
  {
    pattern: /Missing character: There is no (\S+)(?: \([^)]*\))? in font/g,
    key: 'characters',
    one: `character of ${filename} is`,
    many: `characters of ${filename} are`,
    outcome: 'in no font that the text names, and left out',
  },
  {
    pattern: /^(?:LaTeX|Package natbib) Warning: (?:Reference|Citation) [`']([^']+)'.*undefined/gm,
    key: 'references',
    one: `reference in ${filename} leads`,
    many: `references in ${filename} lead`,
    outcome: 'nowhere',
  },
];

/** Most examples in a warning. */
const EXAMPLES = 5;

/** Warns of what the last run has left out. */
export function warnOfLog(log: string, filename: string, context: Pick<WorkContext, 'warn'>): void {
  for (const { pattern, key, one, many, outcome } of findings(filename)) {
    const found = [...log.matchAll(pattern)].map(([, what = '']) => what);
    if (found.length === 0) continue;
    const examples = [...new Set(found)].slice(0, EXAMPLES).join(', ');
    const message = `${pluralize(found.length, one, many)} ${outcome} (${examples}).`;
    context.warn('output_limited', message, { [key]: found.length });
  }
}
