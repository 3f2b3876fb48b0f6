import { posix } from 'node:path';
import { Extensions, LoggerManager, load, NullLogger, type Reader } from '@asciidoctor/core';
import { parseFragment } from 'parse5';
import { xmlText } from '../text/xml-text.ts';

/** Returns the text of a file next to the document by its path; null if there is none. */
type ReadFile = (path: string) => Promise<string | null>;

/** Files may include each other: how deep, how often, and how much, characters. */
const DEEPEST = 16;
const MOST_INCLUDES = 1000;
const MOST_INCLUDED = 16 * 1024 ** 2;

/**
 * Converts AsciiDoc to DocBook 5 with Asciidoctor, whose secure mode reads nothing by itself: included files come from `read`.
 * @throws what `read` throws
 */
export async function docBookOf(text: string, read: ReadFile): Promise<string> {
  LoggerManager.logger = new NullLogger();
  const registry = Extensions.create();
  let includes = 0;
  let included = 0;
  registry.includeProcessor(function (this: IncludeDsl) {
    this.process(async (_document, reader, target, attributes) => {
      const from = reader.file ?? '';
      const path = posix.normalize(posix.join(posix.dirname(from), target));
      const found = reader.includeStack.length < DEEPEST && ++includes <= MOST_INCLUDES ? await read(path) : null;
      const part = found === null ? '' : selected(found, attributes);
      included += part.length;
      if (included <= MOST_INCLUDED) reader.pushInclude(part, path, path, 1, attributes);
    });
  });
  const document = await load(text, {
    safe: 'secure',
    backend: 'docbook5',
    standalone: true,
    extension_registry: registry,
    // Otherwise the document gets today's date.
    attributes: { reproducible: '' },
  });
  return withXmlEntities(String(await document.convert()));
}

/** Entities that XML has without a definition. */
const XML_ENTITIES: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** AsciiDoc may name all characters that HTML has names for. */
function withXmlEntities(xml: string): string {
  return xml.replace(/<!\[CDATA\[.*?\]\]>|&([a-z][a-z0-9]*);/gis, (found, name: string | undefined) => {
    if (name === undefined || XML_ENTITIES.has(name)) return found;
    const [character] = parseFragment(found).childNodes;
    return character !== undefined && 'value' in character ? xmlText(character.value) : '';
  });
}

type Attributes = Readonly<Record<string, string>>;

interface IncludeReader {
  /** Path of the file that is read; null for the document itself. */
  readonly file: string | null;
  readonly includeStack: readonly unknown[];
  pushInclude(text: string, file: string, path: string, line: number, attributes: Attributes): void;
}

interface IncludeDsl {
  process(
    include: (document: unknown, reader: IncludeReader & Reader, target: string, given: Attributes) => void,
  ): void;
}

const TAG = /\b(tag|end)::(\S+?)\[\]/;

/** Returns the part of a file that an include asks for by `tag`, `tags` or `lines`, without the lines that mark tags. */
function selected(text: string, { tag, tags, lines: ranges }: Attributes): string {
  const lines = text.split(/\r?\n/);
  if (ranges !== undefined) {
    const wanted = ranges.split(/[;,]/).map((range) => range.split('..').map(Number));
    const isWanted = (line: number) =>
      wanted.some(([from = 1, to = from]) => line >= from && (to < 0 || to === 0 || line <= to));
    return lines.filter((_, index) => isWanted(index + 1)).join('\n');
  }
  const names = new Set((tags ?? tag ?? '').split(/[;,]/).filter((name) => /^[^*!]/.test(name)));
  const open = new Set<string>();
  const kept = lines.filter((line) => {
    const [, kind, name = ''] = TAG.exec(line) ?? [];
    if (kind === undefined) return names.size === 0 || open.size > 0;
    if (kind === 'end') open.delete(name);
    else if (names.has(name)) open.add(name);
    return false;
  });
  return kept.join('\n');
}
