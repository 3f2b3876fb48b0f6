import { closeSync, openSync, readSync } from 'node:fs';
import { extname } from 'node:path';
import { rootStart } from '../../../src/files/formats/xml-prolog.ts';
import type { LocalInput } from '../../../src/work/context.ts';

/** A markup language that is read. */
export interface Markup {
  /** Name for users. */
  readonly name: string;
  /** pandoc's name of it; `asciidoc` is read by Asciidoctor, `typst` by Typst, `feed` by tools/formats/feeds, and `invoice` by tools/formats/invoices. */
  readonly reader: string;
}

const LANGUAGES = {
  asciidoc: { name: 'AsciiDoc', reader: 'asciidoc' },
  creole: { name: 'Creole', reader: 'creole' },
  docbook: { name: 'DocBook', reader: 'docbook' },
  dokuwiki: { name: 'DokuWiki markup', reader: 'dokuwiki' },
  feed: { name: 'a feed (RSS, Atom)', reader: 'feed' },
  invoice: { name: 'an electronic invoice', reader: 'invoice' },
  ipynb: { name: 'a Jupyter notebook', reader: 'ipynb' },
  jats: { name: 'JATS', reader: 'jats' },
  latex: { name: 'LaTeX', reader: 'latex' },
  man: { name: 'a manual page', reader: 'man' },
  mediawiki: { name: 'MediaWiki markup', reader: 'mediawiki' },
  muse: { name: 'Muse', reader: 'muse' },
  opml: { name: 'OPML', reader: 'opml' },
  org: { name: 'Org mode', reader: 'org' },
  rst: { name: 'reStructuredText', reader: 'rst' },
  t2t: { name: 'txt2tags', reader: 't2t' },
  textile: { name: 'Textile', reader: 'textile' },
  tikiwiki: { name: 'TikiWiki markup', reader: 'tikiwiki' },
  twiki: { name: 'TWiki markup', reader: 'twiki' },
  typst: { name: 'Typst', reader: 'typst' },
  vimwiki: { name: 'Vimwiki markup', reader: 'vimwiki' },
} as const satisfies Readonly<Record<string, Markup>>;

type Language = keyof typeof LANGUAGES;

/** Languages by the ending of a name. */
const ENDINGS: Readonly<Record<string, Language>> = {
  adoc: 'asciidoc',
  asciidoc: 'asciidoc',
  atom: 'feed',
  creole: 'creole',
  dbk: 'docbook',
  docbook: 'docbook',
  dokuwiki: 'dokuwiki',
  ipynb: 'ipynb',
  jats: 'jats',
  latex: 'latex',
  ltx: 'latex',
  man: 'man',
  mediawiki: 'mediawiki',
  muse: 'muse',
  nxml: 'jats',
  opml: 'opml',
  org: 'org',
  rest: 'rst',
  rss: 'feed',
  rst: 'rst',
  t2t: 't2t',
  tex: 'latex',
  textile: 'textile',
  tiki: 'tikiwiki',
  tikiwiki: 'tikiwiki',
  twiki: 'twiki',
  typ: 'typst',
  vimwiki: 'vimwiki',
  wiki: 'mediawiki',
};

/** XML by its document type or the start of its root element, which are those of no other language. */
const XML: readonly (readonly [RegExp, Language])[] = [
  [/<!DOCTYPE\s+\w+\s+PUBLIC\s+["']-\/\/OASIS\/\/DTD DocBook/, 'docbook'],
  [/\sxmlns(?::\w+)?=["']http:\/\/docbook\.org\/ns\/docbook["']/, 'docbook'],
  [/<!DOCTYPE\s+article\s+PUBLIC\s+["']-\/\/NLM\/\/DTD/, 'jats'],
  [/<article\s(?:[^>]*\s)?(?:dtd-version|article-type)=/, 'jats'],
  [/<opml[\s>]/, 'opml'],
  [/<rss[\s>]/, 'feed'],
  [/<(?:\w+:)?feed\s(?:[^>]*\s)?xmlns(?::\w+)?=["']http:\/\/www\.w3\.org\/2005\/Atom["']/, 'feed'],
  [/<rdf:RDF\s[^>]*["']http:\/\/purl\.org\/rss\/1\.0\/["']/, 'feed'],
  [
    /<(?:\w+:)?(?:Invoice|CreditNote)\s(?:[^>]*\s)?xmlns(?::\w+)?=["']urn:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2["']/,
    'invoice',
  ],
  [/<\w+:CrossIndustryInvoice[\s>]/, 'invoice'],
];

/** A LaTeX document after comments. */
const LATEX_START = /^(?:[ \t]*(?:%[^\n]*)?\r?\n)*[ \t]*\\documentclass[[{]/;

const isNotebook = (head: string): boolean =>
  head.startsWith('{') && /"cells"\s*:/.test(head) && /"cell_type"\s*:/.test(head);

/** Sections of manual pages: `ls.1`, `printf.3p`. */
const MANUAL = /^[1-9][a-z]{0,3}$/;
const MANUAL_START = /^(?:(?:['.]\\"[^\n]*)?\r?\n)*\.TH\s/;

const HEAD_BYTES = 65_536;

/** Characters of a root element that are looked at: namespaces can be many. */
const ROOT_LENGTH = 2000;

/**
 * Returns the markup language of a text; null if it is none that is read. Endings of names decide, and content that no other text has:
 * XML by its document type, notebooks and LaTeX documents without an ending.
 */
export function markupOf({ filename, path, format }: LocalInput): Markup | null {
  if (format?.name !== 'txt' && format?.name !== 'xml') return null;
  const named = languageOfName(filename);
  if (named !== null) return LANGUAGES[named];
  const ending = extname(filename).slice(1).toLowerCase();
  const isManual = MANUAL.test(ending);
  if (ending !== '' && ending !== 'xml' && ending !== 'json' && !isManual) return null;
  const head = firstText(path);
  if (isManual) return MANUAL_START.test(head) ? LANGUAGES.man : null;
  const language = head.startsWith('<') ? xmlLanguage(head) : textLanguage(head);
  return language === null ? null : LANGUAGES[language];
}

function xmlLanguage(head: string): Language | null {
  const prolog = head.slice(0, rootStart(head) + ROOT_LENGTH);
  return XML.find(([pattern]) => pattern.test(prolog))?.[1] ?? null;
}

function textLanguage(head: string): Language | null {
  if (isNotebook(head)) return 'ipynb';
  return LATEX_START.test(head) ? 'latex' : null;
}

/** Returns the language of a text by its name; null if that is not one of those that are read. */
function languageOfName(name: string): Language | null {
  const ending = extname(name).slice(1).toLowerCase();
  return Object.hasOwn(ENDINGS, ending) ? (ENDINGS[ending] as Language) : null;
}

export const isLatexName = (name: string): boolean => languageOfName(name) === 'latex';

export const isTypstName = (name: string): boolean => languageOfName(name) === 'typst';

/** Whether a file of a project can be its main text. */
export const isMarkupName = (name: string): boolean => languageOfName(name) !== null;

function firstText(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(HEAD_BYTES);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, 0)).replace(/^[\ufeff\s]+/, '');
  } finally {
    closeSync(file);
  }
}
