/** Use of an address in a page: a font, media with its poster and texts, or anything else. */
export type Use = 'font' | 'media' | 'other';

/** Returns the name of a page's address in its copy; null if it is not in the copy. `address`: as written in the page. */
export type Rename = (address: string, use: Use) => string | null;

/** A start tag as browsers write it: each value in double quotes. */
const TAG = /<[a-z][^\s>/]*(?:\s+[^\s=>"]+(?:="[^"]*")?)*\s*\/?>/gi;

const ATTRIBUTE = /(\s)(src|href|poster|data|background|srcset|imagesrcset|style)="([^"]*)"/gi;

/** Rewrites addresses of copied files in HTML written by Chromium. */
export function rewriteHtml(html: string, rename: Rename): string {
  return html
    .replace(TAG, (tag) =>
      tag.replace(ATTRIBUTE, (whole, space: string, name: string, value: string) => {
        const attribute = name.toLowerCase();
        const use = isMedia(tag, attribute) ? 'media' : 'other';
        const changed = rewriteAttribute(attribute, unescapeHtml(value), (address) => rename(address, use));
        return changed === null ? whole : `${space}${name}="${escapeHtml(changed)}"`;
      }),
    )
    .replace(/(<style[^>]*>)([^<]*)/gi, (_, open: string, css: string) => open + rewriteCss(css, rename));
}

/** The source of a picture has a srcset. */
const isMedia = (tag: string, attribute: string): boolean =>
  attribute === 'poster' || (attribute === 'src' && /^<(?:video|audio|source|track)[\s/>]/i.test(tag));

function rewriteAttribute(name: string, value: string, rename: (address: string) => string | null): string | null {
  if (name === 'style') return rewriteCss(value, rename);
  if (!name.endsWith('srcset')) return rename(value);
  return value.replace(/(^|,\s*)([^\s,]\S*)/g, (_, before: string, address: string) => {
    const [bare = '', comma = ''] = /^(.*?)(,?)$/.exec(address)?.slice(1) ?? [];
    return `${before}${rename(bare) ?? bare}${comma}`;
  });
}

const FONT_FACE = /(@font-face\s*\{[^}]*\})/gi;

/** Rewrites addresses of copied files in a style sheet. */
export function rewriteCss(css: string, rename: Rename): string {
  // split keeps the pattern: every second piece is a font's rule.
  const pieces = css.split(FONT_FACE);
  return pieces
    .map((piece, index) => rewriteUrls(piece, (address) => rename(address, index % 2 === 1 ? 'font' : 'other')))
    .join('');
}

function rewriteUrls(css: string, rename: (address: string) => string | null): string {
  return css
    .replace(/url\(\s*("[^"]*"|'[^']*'|[^"')\s][^)]*)\s*\)/gi, (whole, quoted: string) => {
      const changed = rename(unquote(quoted.trim()));
      return changed === null ? whole : `url("${changed}")`;
    })
    .replace(/(@import\s+)("[^"]*"|'[^']*')/gi, (whole, before: string, quoted: string) => {
      const changed = rename(unquote(quoted));
      return changed === null ? whole : `${before}"${changed}"`;
    });
}

const unquote = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2').replace(/\\(["'()\\])/g, '$1');

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', nbsp: '\u00a0' };

const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|quot|lt|gt|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;');
