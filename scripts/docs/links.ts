import { posix } from 'node:path';
import { sitePath } from './pages.ts';

/** Targets of links that are not pages: files and folders of the project. */
export interface LinkTargets {
  readonly pages: ReadonlySet<string>;
  /** Files that are copied to the site unchanged: pictures, schemas. Relative to the project's root. */
  readonly assets: ReadonlySet<string>;
  /** URL of the sources on a forge, without a slash at its end; null: links to sources become their text. */
  readonly sourceUrl: string | null;
}

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
/** Pictures in light and dark colours are elements, because Markdown has none for them. */
const ATTRIBUTE = /\b(src|srcset)="([^"\s]+)"/g;
const CODE = /(^```[\s\S]*?^```|^(?: {4}|\t).*$|`[^`\n]*`)/gm;

/**
 * Converts a page of the repository to a page of the site: links to pages lead to their place there, links to sources to the forge. Code is
 * not changed.
 * @param source path of the page, relative to the project's root
 */
export function rewriteLinks(source: string, markdown: string, targets: LinkTargets): string {
  const from = posix.dirname(sitePath(source));
  const rewrite = (whole: string, image: string, text: string, link: string): string => {
    if (/^[a-z]+:/i.test(link) || link.startsWith('#')) return whole;
    const [path = '', anchor] = link.split('#');
    const file = posix.normalize(posix.join(posix.dirname(source), path));
    const hash = anchor === undefined ? '' : `#${anchor}`;
    const page = [file, posix.join(file, 'README.md')].find((each) => targets.pages.has(each));
    if (page !== undefined) return `${image}[${text}](${relativeLink(from, sitePath(page))}${hash})`;
    if (targets.assets.has(file)) return `${image}[${text}](/${file})`;
    return targets.sourceUrl === null ? text : `[${text}](${targets.sourceUrl}/${file}${hash})`;
  };
  const rewriteAttribute = (whole: string, name: string, link: string): string => {
    const file = posix.join(posix.dirname(source), link);
    return targets.assets.has(file) ? `${name}="/${file}"` : whole;
  };
  return outsideCode(markdown, (prose) => prose.replace(LINK, rewrite).replace(ATTRIBUTE, rewriteAttribute));
}

function relativeLink(from: string, to: string): string {
  const path = posix.relative(from, to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Links may have code in their texts: only text that is entirely code is left out. */
function outsideCode(markdown: string, change: (prose: string) => string): string {
  const blocks = markdown.split(/(^```[\s\S]*?^```$|^(?: {4}|\t).*$)/gm);
  return blocks.map((block, index) => (index % 2 === 1 ? block : change(block))).join('');
}

/** Returns the links of a page to files of the project, as written. */
export function linksIn(markdown: string): string[] {
  const prose = markdown.replace(CODE, '');
  return [
    ...[...prose.matchAll(LINK)].map(([, , , link = '']) => link),
    ...[...prose.matchAll(ATTRIBUTE)].map(([, , link = '']) => link),
  ].filter((link) => !/^[a-z]+:/i.test(link));
}
