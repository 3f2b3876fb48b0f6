import { globSync } from 'node:fs';
import { posix } from 'node:path';

/** Folders whose Markdown becomes pages; in all but `docs` these are the files README.md. */
const SOURCES = ['*.md', 'docs/**/*.md', '{deploy,engines,inputs,src,tools}/**/README.md'];

/** Returns the Markdown files of the project that become pages, relative to its root, sorted. */
export function listPages(root: string): string[] {
  return SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules'] })).sort();
}

/** Returns the path of a page in the site: `docs/service.md` is `service.md`, `engines/image/README.md` is `engines/image.md`. */
export function sitePath(source: string): string {
  if (source === 'README.md') return 'index.md';
  // docs/security.md already has this name.
  if (source === 'SECURITY.md') return 'threat-model.md';
  if (source.startsWith('docs/')) return source.slice('docs/'.length);
  const folder = posix.dirname(source);
  if (folder === '.') return `${posix.basename(source, '.md').toLowerCase().replaceAll('_', '-')}.md`;
  return `${folder}.md`;
}
