import { parse } from 'yaml';

/** What a metadata block says about its document. */
export interface FrontMatter {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly date: string | null;
  /** Language tag: `pt-BR`. */
  readonly language: string | null;
}

export interface SplitMarkdown {
  readonly body: string;
  readonly metadata: FrontMatter;
}

const NOTHING: FrontMatter = { title: null, authors: [], date: null, language: null };

/** Most lines of a metadata block at the start of a document. */
const METADATA_LINES = 200;
/** Characters of a title or name. */
const LONGEST = 500;

/** Cuts off the metadata block (`---`, as most Markdown tools support it) at the start of a text, and reads it as YAML. */
export function splitFrontMatter(markdown: string): SplitMarkdown {
  const none = { body: markdown, metadata: NOTHING };
  if (!/^---[ \t]*\r?\n[\w-]+[ \t]*:/.test(markdown)) return none;
  const lines = markdown.split(/\r?\n/, METADATA_LINES);
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end === -1) return none;
  const head = lines.slice(0, end + 1);
  const length = head.reduce((sum, line) => {
    const afterLine = sum + line.length;
    return afterLine + (markdown[afterLine] === '\r' ? 2 : 1);
  }, 0);
  return { body: markdown.slice(length), metadata: readMetadata(head.slice(1, -1)) };
}

function readMetadata(lines: readonly string[]): FrontMatter {
  const values = yamlOf(lines.join('\n')) ?? plainValues(lines);
  const value = (...names: string[]): unknown => names.map((name) => values[name]).find((each) => each != null);
  return {
    title: textOf(value('title', 'Title')),
    authors: [value('authors', 'author', 'Author')]
      .flat()
      .slice(0, 100)
      .flatMap((each) => textOf(isNamed(each) ? each.name : each) ?? []),
    date: textOf(value('date', 'Date')),
    language: /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.exec(String(value('lang', 'language') ?? ''))?.[0] ?? null,
  };
}

const isNamed = (value: unknown): value is { readonly name: unknown } =>
  typeof value === 'object' && value !== null && 'name' in value;

/** Dates are kept as they are written: the core schema of YAML 1.2 has none. */
function yamlOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const values: unknown = parse(text, { logLevel: 'error', maxAliasCount: 10 });
    return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Values of a block that is not valid YAML, such as `title: A: B`. */
function plainValues(lines: readonly string[]): Readonly<Record<string, string>> {
  const pairs = lines.flatMap((line) => {
    const [, name, value] = /^([\w-]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.trim().replace(/^(["'])(.*)\1$/, '$2')]];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return String(value).replace(/\s+/g, ' ').trim().slice(0, LONGEST) || null;
}
