import { createReadStream, createWriteStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type LocalInput, partFolder, type WorkContext } from '../../src/work/context.ts';
import { type MetadataEdit, placeFields, plainName } from '../../src/work/metadata.ts';

/** Properties are in the first bytes of a file; where they are not, it is left as it is. */
const HEAD_BYTES = 256 * 1024;

/** The head with other properties, as latin1, and the names of fields without a place. */
interface Changed {
  readonly head: string;
  readonly unplaced: readonly string[];
}

/** Changes the beginning of a text; the rest is copied. Null: it has no place for properties. */
export async function changeHead(
  { path }: LocalInput,
  context: WorkContext,
  change: (head: string) => Changed | null,
): Promise<{ readonly path: string; readonly unplaced: readonly string[] } | null> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0).finally(() => file.close());
  // Bytes stay as they are, whatever the encoding: what is added is ASCII.
  const changed = change(buffer.toString('latin1', 0, bytesRead));
  if (changed === null) return null;
  const output = join(await partFolder(context, 'properties'), 'text');
  await writeFile(output, changed.head, 'latin1');
  await pipeline(createReadStream(path, { start: bytesRead }), createWriteStream(output, { flags: 'a' }));
  return { path: output, unplaced: changed.unplaced };
}

const HTML_NAMES: Readonly<Record<string, string>> = { creator: 'author', artist: 'author', subject: 'description' };
const META = /<meta\b(?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
const META_NAME = /\b(?:name|property)\s*=\s*["']?([^"'\s>]+)/i;
/** In hostile markup, looking for elements takes the square of its length. */
const LARGEST_HEAD = 64 * 1024;
/** About how the page is shown, and not about its content. */
const SHOWN = /^(?:viewport|color-scheme|theme-color|referrer|robots)$/i;

/** Changes the title and the `meta` elements of a page. */
export function changeHtml(html: string, { fields, clear }: MetadataEdit): Changed | null {
  const end = html.search(/<\/head\s*>/i);
  if (end === -1 || end > LARGEST_HEAD) return null;
  const given = new Map([...fields].map(([name, value]) => [HTML_NAMES[plainName(name)] ?? name.toLowerCase(), value]));
  const kept = html
    .slice(0, end)
    .replace(META, (meta) => {
      const name = META_NAME.exec(meta)?.[1]?.toLowerCase();
      return name !== undefined && (given.has(name) || (clear && !SHOWN.test(name))) ? '' : meta;
    })
    .replace(/<title\b[^<>]*>[^<]*<\/title\s*>/i, (title) => (clear || given.has('title') ? '' : title));
  const added = [...given].flatMap(([name, value]) => {
    if (value === null) return [];
    const text = inMarkup(value);
    return [name === 'title' ? `<title>${text}</title>` : `<meta name="${inMarkup(name)}" content="${text}">`];
  });
  // A page has a title.
  if (clear && !given.get('title')) added.push('<title></title>');
  return { head: `${kept}${added.join('\n')}${html.slice(end)}`, unplaced: [] };
}

const inMarkup = (text: string): string =>
  text.replaceAll(/[^\w\s.,:;!?()/-]/gu, (char) => `&#${char.codePointAt(0)};`);

const RTF_PLACES = {
  title: 'title',
  author: 'author',
  creator: 'author',
  artist: 'author',
  subject: 'subject',
  keywords: 'keywords',
  tags: 'keywords',
  comment: 'doccomm',
  comments: 'doccomm',
  description: 'doccomm',
  company: 'company',
  manager: 'manager',
  category: 'category',
} as const;

/** Changes the information group of an RTF document. */
export function changeRtf(rtf: string, edit: MetadataEdit): Changed | null {
  const start = rtf.indexOf('{\\info');
  const end = start === -1 ? null : groupEnd(rtf, start);
  if (end === null) return null;
  const { values, unplaced } = placeFields(edit, RTF_PLACES);
  const kept: string[] = [];
  for (let at = start + 1; !edit.clear && at < end; ) {
    const from = rtf.indexOf('{', at);
    const to = from === -1 || from > end ? null : groupEnd(rtf, from);
    if (to === null || to >= end) break;
    const word = /^\{(?:\\\*)?\\([a-z]+)/.exec(rtf.slice(from, from + 40))?.[1] ?? '';
    if (!values.has(word as never)) kept.push(rtf.slice(from, to));
    at = to;
  }
  const added = [...values].map(([word, value]) => (value === null ? '' : `{\\${word} ${inRtf(value)}}`));
  return { head: `${rtf.slice(0, start)}{\\info${[...kept, ...added].join('')}}${rtf.slice(end)}`, unplaced };
}

/** Returns where a group ends. Null: not in this part of the document. */
function groupEnd(rtf: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < rtf.length; at += 1) {
    if (rtf[at] === '\\') at += 1;
    else if (rtf[at] === '{') depth += 1;
    else if (rtf[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

const inRtf = (text: string): string =>
  text
    .replaceAll(/[\\{}]/g, '\\$&')
    .replaceAll(/[\r\n\t]+/g, ' ')
    .replaceAll(/[^ -~]/g, (unit) => `\\u${(unit.charCodeAt(0) << 16) >> 16}?`);
