import { readFile } from 'node:fs/promises';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { WorkContext } from '../../../src/work/context.ts';

/** An entry of pandoc's log in JSON (`--log`). */
interface Message {
  readonly type: string;
  readonly path?: unknown;
  readonly contents?: unknown;
  readonly message?: unknown;
}

interface Group {
  /** Types of messages, as pandoc names them. */
  readonly types: readonly string[];
  /** Key of the details that has their number. */
  readonly key: string;
  readonly one: string;
  readonly many: string;
  readonly outcome: string;
}

/** Messages about losses; all others are of no use to users. */
const groupsOf = (filename: string): readonly Group[] => [
  {
    types: ['CouldNotLoadIncludeFile', 'CouldNotParseIncludeFile'],
    key: 'includes',
    one: `file that ${filename} includes is`,
    many: `files that ${filename} includes are`,
    outcome: 'not among the files of the input, and left out',
  },
  {
    types: ['SkippedContent', 'ParsingUnescaped', 'BlockNotRendered', 'InlineNotRendered'],
    key: 'parts',
    one: `part of ${filename} has`,
    many: `parts of ${filename} have`,
    outcome: 'no counterpart in the result, and left out',
  },
  {
    types: ['CouldNotConvertTeXMath', 'MathNotRendered'],
    key: 'formulas',
    one: `formula of ${filename} is`,
    many: `formulas of ${filename} are`,
    outcome: 'not understood, and kept as TeX',
  },
  {
    types: ['CiteprocWarning', 'ReferenceNotFound'],
    key: 'references',
    one: `reference in ${filename} leads`,
    many: `references in ${filename} lead`,
    outcome: 'nowhere',
  },
];

/** Commands that say how a page looks, or are of use only to TeX: without them nothing is lost that others would show. */
const LAYOUT_COMMANDS = String.raw`
  begin end use\w+ document\w+ bibliography\w* maketitle tableofcontents listof\w+ (?:this)?page\w* centering
  (?:set|addto)(?:length|counter) [hv](?:space|skip|fill) no\w+ (?:clear|new|double)\w*page (?:small|med|big)skip
  (?:foot|script|normal)\w*size [lL]arge|LARGE small tiny [hH]uge \w+matter appendix relax par\w* [hc]line
  (?:top|mid|bottom|cmid)rule hypersetup graphicspath geometry print\w+ make\w+ index label fi else if\w* let
  \w*(?:skip|spread|stretch|width|style) (?:re)?new\w+ provide\w+ Declare\w+ Pass\w+ default\w+ select\w+ fontsize
  (?:one|two)column add\w+ protect sloppy rule strut and If\w+`;
const LAYOUT = new RegExp(String.raw`^\\(?:${LAYOUT_COMMANDS.trim().split(/\s+/).join('|')})\b`);

/** Style files of TeX, which are part of its installation. */
const STYLE_FILE = /\.(?:sty|cls|def|cfg|clo|bst)$/;

/** Most examples in a warning, and characters of each. */
const EXAMPLES = 5;
const EXAMPLE_LENGTH = 60;

/** Warns of what pandoc left out of a text. Returns nothing for a log that was not written. */
export async function warnOfMessages(log: string, filename: string, context: Pick<WorkContext, 'warn'>): Promise<void> {
  const messages = await readMessages(log);
  for (const { types, key, one, many, outcome } of groupsOf(filename)) {
    const found = messages.filter((message) => types.includes(message.type) && !isLayout(message));
    if (found.length === 0) continue;
    const examples = [...new Set(found.map(exampleOf))].filter(Boolean).slice(0, EXAMPLES);
    const list = examples.length > 0 ? ` (${examples.join(', ')})` : '';
    const text = `${pluralize(found.length, one, many)} ${outcome}${list}.`;
    context.warn('output_limited', text, { [key]: found.length });
  }
}

async function readMessages(log: string): Promise<readonly Message[]> {
  const text = await readFile(log, 'utf8').catch(() => '[]');
  return JSON.parse(text) as Message[];
}

const isLayout = ({ contents, path }: Message): boolean =>
  LAYOUT.test(textOf(contents)) || STYLE_FILE.test(textOf(path));

/** Contents of some messages are nodes of the syntax tree. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function exampleOf({ path, contents, message }: Message): string {
  const text = (textOf(path) || textOf(contents) || textOf(message)).replace(/\s+/g, ' ').trim();
  return text.length > EXAMPLE_LENGTH ? `${text.slice(0, EXAMPLE_LENGTH)}…` : text;
}
