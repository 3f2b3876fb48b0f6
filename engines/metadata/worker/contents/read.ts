import { stat } from 'node:fs/promises';
import type { Facts } from '../../schema/document.ts';

/** Formats whose contents are counted by reading their text. */
export type CountedFormat = 'ooxml' | 'odf' | 'flat-odf' | 'html' | 'markdown' | 'epub';

/** Counts what is in a file. Nothing is returned for one that is too large for it. */
export async function readContents(format: CountedFormat, path: string): Promise<Facts> {
  const contents = await count(format, path);
  return contents === null ? {} : { contents };
}

async function count(format: CountedFormat, path: string) {
  switch (format) {
    case 'ooxml':
      return (await import('./ooxml.ts')).ooxmlContents(path);
    case 'odf':
      return (await import('./odf.ts')).odfContents(path);
    case 'flat-odf':
      return (await import('./odf.ts')).flatOdfContents(path);
    case 'html':
      return (await import('./markup.ts')).htmlContents(path);
    case 'markdown':
      return (await import('./markup.ts')).markdownContents(path, (await stat(path)).size);
    case 'epub':
      return (await import('./epub.ts')).epubContents(path);
  }
}
