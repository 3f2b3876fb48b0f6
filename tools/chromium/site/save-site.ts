import { isUtf8 } from 'node:buffer';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { extensionOf } from '../content-type.ts';
import { type Part, readMhtml } from './mhtml.ts';
import { rewriteCss, rewriteHtml } from './rewrite.ts';

/** Beside the page, for all else. */
const FILES = 'files';

/**
 * Writes a page as it is now, after its scripts have run, and what it shows: `index.html`, and in `files` its frames, styles and
 * pictures. Scripts are left out, as they would change the page once more.
 */
export async function saveSite(page: Page, into: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureSnapshot', { format: 'mhtml' });
  await session.detach();
  // Asked of the page, which can answer what it likes: it would spoil its own copy alone.
  const charset = String(await page.evaluate('document.characterSet').catch(() => ''));
  const parts = readMhtml(data);
  const address = parts[0]?.location ?? null;
  const names = parts.map((part, index) => (index === 0 ? 'index.html' : `${FILES}/${index}${extensionOf(part.type)}`));
  const known = new Map<string, string>();
  for (const [index, { location, id }] of parts.entries()) {
    const name = names[index] ?? '';
    if (location !== null && !known.has(location)) known.set(location, name);
    if (id !== null) known.set(`cid:${id}`, name);
  }
  await mkdir(join(into, FILES), { recursive: true });
  for (const [index, part] of parts.entries()) {
    const name = names[index] ?? '';
    // What stands in the page itself, as the style sheets of its style elements, has its address.
    const base = /^https?:/.test(part.location ?? '') ? part.location : address;
    const content = rewritten(part, charset, (named) => localName(named, base, name, known));
    await writeFile(join(into, name), content, { flag: 'wx' });
  }
}

function rewritten(
  { type, content }: Part,
  charset: string,
  rename: (address: string) => string | null,
): Buffer | string {
  if (type === 'text/html' || type === 'application/xhtml+xml') {
    return declareUtf8(rewriteHtml(decode(content, charset), rename));
  }
  if (type !== 'text/css') return content;
  const own = /^@charset "([^"]{1,40})";\s*/.exec(content.toString('latin1'));
  return rewriteCss(decode(content.subarray(own?.[0].length ?? 0), own?.[1] ?? charset), rename);
}

/** Chromium writes texts in the encoding that they came in. */
function decode(content: Buffer, charset: string): string {
  if (isUtf8(content)) return content.toString();
  try {
    return new TextDecoder(charset).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** The copy is in UTF-8, whatever the page was in. */
function declareUtf8(html: string): string {
  const others = html.replace(/<meta\s[^>]*(?:charset=|http-equiv="content-security-policy")[^>]*>/gi, '');
  return others.replace(/<head[^>]*>/i, (head) => `${head}<meta charset="utf-8">`);
}

/**
 * What an address is called from where it is named. An address of the web that is not in the copy stays one: a link leads there.
 * @param base where the part came from
 */
function localName(
  address: string,
  base: string | null,
  from: string,
  known: ReadonlyMap<string, string>,
): string | null {
  if (address.startsWith('#') || address.startsWith('data:')) return null;
  const url = URL.parse(address, base ?? undefined);
  if (url === null) return null;
  const { hash } = url;
  url.hash = '';
  const name = known.get(address) ?? known.get(url.href);
  if (name === undefined) return /^https?:$/.test(url.protocol) ? `${url.href}${hash}` : null;
  const isBeside = from.startsWith(`${FILES}/`);
  return `${isBeside ? (name.startsWith(`${FILES}/`) ? name.slice(FILES.length + 1) : `../${name}`) : name}${hash}`;
}
