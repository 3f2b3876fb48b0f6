import { isUtf8 } from 'node:buffer';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { extensionOf } from '../content-type.ts';
import { evaluateBeside } from '../isolated-world.ts';
import { SITE_LIMITS } from '../job.ts';
import { addressOf, type Tab } from '../tab.ts';
import { type Asker, downloadAll, type PathOf } from './download.ts';
import { type Part, readMhtml } from './mhtml.ts';
import { type Rename, rewriteCss, rewriteHtml } from './rewrite.ts';

/** Folder for all other files, next to the page. */
const FILES = 'files';

/** A part of the page with its name in the copy. */
interface Placed extends Part {
  /** Path in the copy. */
  readonly name: string;
  /** Base of relative addresses in it. */
  readonly base: string | null;
}

/**
 * Writes the current page, after its scripts have run, with its resources: `index.html`, and in `files` its frames, styles, pictures,
 * fonts, sounds and films. Scripts are left out, because they would change the page again.
 * @param asker for fonts, sounds and films, which Chromium leaves out; null without a network
 * @returns number of missing fonts, sounds and films
 */
export async function saveSite(
  tab: Tab,
  into: string,
  asker: (Pick<Asker, 'proxy' | 'headers'> & Partial<Pick<Asker, 'userAgent'>>) | null,
): Promise<number> {
  const { session } = tab;
  const { data } = await session.send('Page.captureSnapshot', { format: 'mhtml' });
  const { userAgent } = await session.connection.root.send('Browser.getVersion');
  const charset = await evaluateBeside<string>(tab, { expression: 'String(document.characterSet)' }).catch(() => '');
  const parts = placeParts(readMhtml(data));
  const known = namesOf(parts);
  const { web, elsewhere } = furtherFiles(parts, charset, known);
  await mkdir(join(into, FILES), { recursive: true });
  if (asker !== null) {
    const cookies = async (url: string) => (await session.send('Network.getCookies', { urls: [url] })).cookies;
    const whole: Asker = { userAgent, ...asker, referrer: await addressOf(tab), cookies };
    const found = await downloadAll(web, numbered(join(into, FILES), parts.length), whole, SITE_LIMITS);
    for (const [address, path] of found) known.set(address, `${FILES}/${posix.basename(path)}`);
  }
  for (const part of parts) {
    const content = rewritten(part, charset, (address) => localName(address, part, known));
    await writeFile(join(into, part.name), content, { flag: 'wx' });
  }
  return web.filter((address) => !known.has(address)).length + elsewhere.length;
}

function placeParts(parts: readonly Part[]): Placed[] {
  const address = parts[0]?.location ?? null;
  return parts.map((part, index) => ({
    ...part,
    name: index === 0 ? 'index.html' : `${FILES}/${index}${extensionOf(part.type)}`,
    base: isWeb(part.location) ? part.location : (ownerOf(part, parts)?.location ?? address),
  }));
}

const isWeb = (address: string | null): address is string => /^https?:/.test(address ?? '');

/** Returns the frame whose style element the part is: the part has its own address, which the frame refers to. */
function ownerOf({ location }: Part, parts: readonly Part[]): Part | undefined {
  if (location === null) return undefined;
  return parts.find((part) => part.type === 'text/html' && isWeb(part.location) && part.content.includes(location));
}

/** Returns paths in the copy by address. */
function namesOf(parts: readonly Placed[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const { location, id, name } of parts) {
    if (location !== null && !known.has(location)) known.set(location, name);
    if (id !== null) known.set(`cid:${id}`, name);
  }
  return known;
}

/** Returns fonts, then sounds and films, missing in the copy: on the web, and those that only the browser can fetch (`blob:`). */
function furtherFiles(parts: readonly Placed[], charset: string, known: ReadonlyMap<string, string>) {
  const found = { font: new Set<string>(), media: new Set<string>() };
  for (const part of parts) {
    rewritten(part, charset, (named, use) => {
      const address = use === 'other' ? null : absolute(named, part)?.address;
      if (use !== 'other' && address != null && !known.has(address)) found[use].add(address);
      return null;
    });
  }
  const all = [...found.font, ...found.media];
  return { web: all.filter(isWeb), elsewhere: all.filter((address) => address.startsWith('blob:')) };
}

/** Names files by numbers that no part has. */
function numbered(folder: string, first: number): PathOf {
  let next = first;
  return (address, type) => {
    const own = /^\.[a-z0-9]{1,5}$/.exec(posix.extname(new URL(address).pathname).toLowerCase())?.[0] ?? '';
    const path = join(folder, `${next}${extensionOf(type) || own}`);
    next += 1;
    return path;
  };
}

function rewritten({ type, content }: Part, charset: string, rename: Rename): Buffer | string {
  if (type === 'text/html' || type === 'application/xhtml+xml') {
    return declareUtf8(rewriteHtml(decode(content, charset), rename));
  }
  if (type !== 'text/css') return content;
  const own = /^@charset "([^"]{1,40})";\s*/.exec(content.toString('latin1'));
  return rewriteCss(decode(content.subarray(own?.[0].length ?? 0), own?.[1] ?? charset), rename);
}

/** Decodes a part: Chromium writes texts in their original encoding. */
function decode(content: Buffer, charset: string): string {
  if (isUtf8(content)) return content.toString();
  try {
    return new TextDecoder(charset).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** Declares UTF-8: the copy is in UTF-8, whatever the page was in. */
function declareUtf8(html: string): string {
  const others = html.replace(/<meta\s[^>]*(?:charset=|http-equiv="content-security-policy")[^>]*>/gi, '');
  return others.replace(/<head[^>]*>/i, (head) => `${head}<meta charset="utf-8">`);
}

/** Returns an address without its fragment, and the fragment; null for what needs no file, or is not an address. */
function absolute(named: string, { base }: Placed): { readonly address: string; readonly hash: string } | null {
  if (named.startsWith('#') || named.startsWith('data:')) return null;
  const url = URL.parse(named, base ?? undefined);
  if (url === null) return null;
  const { hash } = url;
  url.hash = '';
  return { address: url.href, hash };
}

/** Returns the name of an address in the referring file. A web address that is not in the copy stays: a link leads there. */
function localName(named: string, from: Placed, known: ReadonlyMap<string, string>): string | null {
  const found = absolute(named, from);
  if (found === null) return null;
  const { address, hash } = found;
  const name = known.get(named) ?? known.get(address);
  if (name === undefined) return isWeb(address) ? `${address}${hash}` : null;
  const isBeside = from.name.startsWith(`${FILES}/`);
  return `${isBeside ? (name.startsWith(`${FILES}/`) ? name.slice(FILES.length + 1) : `../${name}`) : name}${hash}`;
}
