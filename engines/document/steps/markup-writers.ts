import { installed } from '../../../src/process/installation.ts';
import type { Divs } from '../../../tools/formats/markup/ast.ts';
import type { Format } from '../filters.ts';

/** How a document that pandoc has read is written. */
export interface MarkupWriter {
  /** pandoc's name of the format. */
  readonly writer: string;
  readonly args?: readonly string[];
  /** Files that the arguments name. */
  readonly readable?: readonly string[];
  /** Which divisions of a text it has marks for; default: all. Others become HTML in the result, or marks without a meaning. */
  readonly divs?: Divs;
  /** Whether its identifiers have to be names of XML. */
  readonly xmlNames?: boolean;
  /** Whether pandoc's sandbox has all that it needs. */
  readonly isText?: boolean;
  /** Whether pictures are in the file itself, in files next to it (option pictures), or nowhere. */
  readonly pictures: 'inside' | 'beside' | 'none';
}

/** The page as which HTML is written and printed, and its style. */
export const PAGE_TEMPLATE = installed('tools/formats/markup/page.template');
export const PAGE_STYLE = installed('tools/formats/markup/page.css');

const inside = (writer: string, ...args: readonly string[]): MarkupWriter => ({ writer, args, pictures: 'inside' });
const beside = (writer: string, ...args: readonly string[]): MarkupWriter => ({
  writer,
  args,
  isText: true,
  pictures: 'beside',
});

/** Lines stay as long as the paragraphs of the source, as those of our Markdown. */
const UNWRAPPED = '--wrap=none';

const WRITERS = {
  docx: inside('docx'),
  odt: inside('odt'),
  epub: inside('epub3', '--mathml'),
  pptx: inside('pptx'),
  html: {
    ...inside('html5', '--mathml', '--self-contained', `--template=${PAGE_TEMPLATE}`),
    readable: [PAGE_TEMPLATE],
  },
  cells: {
    writer: 'html5',
    args: ['--wrap=none', `--template=${PAGE_TEMPLATE}`],
    readable: [PAGE_TEMPLATE],
    pictures: 'none',
  },
  txt: { writer: 'plain', args: [UNWRAPPED], isText: true, pictures: 'none' },
  md: { ...beside('gfm+tex_math_dollars', UNWRAPPED), divs: 'none' },
  latex: beside('latex', UNWRAPPED),
  tex: { ...inside('latex', UNWRAPPED), isText: true },
  rst: { ...beside('rst', UNWRAPPED), divs: 'admonitions' },
  org: { ...beside('org', UNWRAPPED), divs: 'none' },
  asciidoc: { ...beside('asciidoctor', UNWRAPPED), divs: 'admonitions' },
  ipynb: { ...inside('ipynb', UNWRAPPED), isText: true },
  docbook: { ...beside('docbook5', '--mathml'), xmlNames: true },
  jats: { ...beside('jats'), xmlNames: true },
  mediawiki: { ...beside('mediawiki', UNWRAPPED), divs: 'none' },
  textile: { ...beside('textile', UNWRAPPED), divs: 'none' },
} as const satisfies Partial<Record<Format, MarkupWriter>>;

/** Formats that pandoc writes. */
export type Written = keyof typeof WRITERS;

export const writerOf = (format: Written): MarkupWriter => WRITERS[format];
