/** What an address of a page is called in its copy; null for what is not in it. `address` as the page has it. */
export type Rename = (address: string) => string | null;

/** A start tag as browsers write a page: each value in double quotes. */
const TAG = /<[a-z][^\s>/]*(?:\s+[^\s=>"]+(?:="[^"]*")?)*\s*\/?>/gi;

const ATTRIBUTE = /(\s)(src|href|poster|data|background|srcset|imagesrcset|style)="([^"]*)"/gi;

/** HTML as Chromium writes it, with the addresses of what is in the copy changed. */
export function rewriteHtml(html: string, rename: Rename): string {
  return html
    .replace(TAG, (tag) =>
      tag.replace(ATTRIBUTE, (whole, space: string, name: string, value: string) => {
        const changed = rewriteAttribute(name.toLowerCase(), unescapeHtml(value), rename);
        return changed === null ? whole : `${space}${name}="${escapeHtml(changed)}"`;
      }),
    )
    .replace(/(<style[^>]*>)([^<]*)/gi, (_, open: string, css: string) => open + rewriteCss(css, rename));
}

function rewriteAttribute(name: string, value: string, rename: Rename): string | null {
  if (name === 'style') return rewriteCss(value, rename);
  if (!name.endsWith('srcset')) return rename(value);
  return value.replace(/(^|,\s*)([^\s,]\S*)/g, (_, before: string, address: string) => {
    const [bare = '', comma = ''] = /^(.*?)(,?)$/.exec(address)?.slice(1) ?? [];
    return `${before}${rename(bare) ?? bare}${comma}`;
  });
}

/** A style sheet, with the addresses of what is in the copy changed. */
export function rewriteCss(css: string, rename: Rename): string {
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
