import { readFile } from 'node:fs/promises';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { WorkContext } from '../../../src/work/context.ts';

/** An entry of pandoc's log in JSON (`--log`). */
interface Message {
  readonly type: string;
  readonly path?: string;
  readonly contents?: string;
  readonly message?: string;
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
const GROUPS: readonly Group[] = [
  {
    types: ['CouldNotLoadIncludeFile', 'CouldNotParseIncludeFile'],
    key: 'includes',
    one: 'file that it includes is',
    many: 'files that it includes are',
    outcome: 'not among the files of the input, and left out',
  },
  {
    types: ['SkippedContent', 'ParsingUnescaped', 'BlockNotRendered', 'InlineNotRendered'],
    key: 'parts',
    one: 'part has',
    many: 'parts have',
    outcome: 'no counterpart in the result, and left out',
  },
  {
    types: ['CouldNotConvertTeXMath', 'MathNotRendered'],
    key: 'formulas',
    one: 'formula is',
    many: 'formulas are',
    outcome: 'not understood, and kept as TeX',
  },
  {
    types: ['CiteprocWarning', 'ReferenceNotFound', 'NoteDefinedButNotUsed'],
    key: 'references',
    one: 'reference leads',
    many: 'references lead',
    outcome: 'nowhere',
  },
];

/** Commands that say how a page looks, or that are of use only to TeX: to leave them out loses nothing that others would show. */
const LAYOUT =
  /^\\(?:(?:begin|end)\{|(?:usepackage|documentclass|bibliographystyle|maketitle|tableofcontents|listof\w+|pagestyle|thispagestyle|pagenumbering|setlength|addtolength|setcounter|vspace|hspace|vskip|hskip|vfill|hfill|noindent|centering|raggedright|newpage|clearpage|cleardoublepage|pagebreak|linebreak|nobreak|smallskip|medskip|bigskip|small|footnotesize|scriptsize|tiny|normalsize|large|Large|LARGE|huge|Huge|frontmatter|mainmatter|backmatter|appendix|protect|relax|par|hline|toprule|midrule|bottomrule|hypersetup|graphicspath|geometry|printbibliography|makeindex|printindex|index|label|fi|else|if\w*|let|baselineskip|linespread|parindent|parskip|sloppy|cmidrule|cline|arraystretch|and|thanks|ifx|selectfont|fontsize|twocolumn|onecolumn|balance|DeclareMathOperator|theoremstyle|newtheorem|allowdisplaybreaks|renewcommand|providecommand|makeat\w+|rule|strut|phantom|addcontentsline|columnwidth|textwidth)\b)/;

/** Most examples in a warning, and characters of each. */
const EXAMPLES = 5;
const EXAMPLE_LENGTH = 60;

/** Warns of what pandoc left out of a text. Returns nothing for a log that was not written. */
export async function warnOfMessages(log: string, filename: string, context: Pick<WorkContext, 'warn'>): Promise<void> {
  const messages = await readMessages(log);
  for (const { types, key, one, many, outcome } of GROUPS) {
    const found = messages.filter((message) => types.includes(message.type) && !isLayout(message));
    if (found.length === 0) continue;
    const examples = [...new Set(found.map(exampleOf))].slice(0, EXAMPLES);
    const list = examples.some((example) => example !== '') ? ` (${examples.join(', ')})` : '';
    const text = `${filename}: ${pluralize(found.length, one, many)} ${outcome}${list}.`;
    context.warn('output_limited', text, { [key]: found.length });
  }
}

async function readMessages(log: string): Promise<readonly Message[]> {
  const text = await readFile(log, 'utf8').catch(() => '[]');
  return JSON.parse(text) as Message[];
}

/** Style files of TeX, which are part of its installation. */
const STYLE_FILE = /\.(?:sty|cls|def|cfg|clo|bst)$/;

const isLayout = ({ contents = '', path = '' }: Message): boolean => LAYOUT.test(contents) || STYLE_FILE.test(path);

function exampleOf({ path, contents, message }: Message): string {
  const text = (path ?? contents ?? message ?? '').replace(/\s+/g, ' ').trim();
  return text.length > EXAMPLE_LENGTH ? `${text.slice(0, EXAMPLE_LENGTH)}…` : text;
}
