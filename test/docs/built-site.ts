import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Parser } from 'htmlparser2';

interface Page {
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

function readPage(path: string): Page {
  const links: string[] = [];
  const anchors = new Set<string>();
  const parser = new Parser({
    onopentag(_name, { id, href, src }) {
      if (id !== undefined) anchors.add(id);
      links.push(...[href, src].filter((link) => link !== undefined));
    },
  });
  parser.end(readFileSync(path, 'utf8'));
  return { links, anchors };
}

/** Returns links of a built site without a target file or anchor, each with its page; external links are not followed. */
export function brokenLinks(folder: string): string[] {
  const files = new Set(globSync('**/*.*', { cwd: folder }));
  const pages = new Map(
    [...files].filter((file) => file.endsWith('.html')).map((file) => [file, readPage(join(folder, file))]),
  );
  const leadsNowhere = (page: string, link: string): boolean => {
    if (/^[a-z]+:|^\/\//i.test(link)) return false;
    const [path = '', anchor = ''] = link.split('#');
    const from = path.startsWith('/') ? '' : posix.dirname(page);
    const file = path === '' ? page : posix.join(from, decodeURI(path));
    const found = [file.replace(/^\//, ''), posix.join(file, 'index.html').replace(/^\//, '')].find((each) =>
      files.has(each),
    );
    if (found === undefined) return true;
    return anchor !== '' && pages.get(found)?.anchors.has(decodeURIComponent(anchor)) === false;
  };
  return [...pages].flatMap(([page, { links }]) =>
    links.filter((link) => leadsNowhere(page, link)).map((link) => `${page}: ${link}`),
  );
}
