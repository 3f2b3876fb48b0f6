import { readFile } from 'node:fs/promises';
import { countText } from '../../../tools/formats/text/statistics.ts';
import { parseXml } from '../../../tools/formats/text/xml.ts';
import type { Facts } from '../schema/document.ts';
import type { ReadJob } from './job.ts';

/** Reads a file; null if its reader does not support it. Each reader is loaded on demand: most need little. */
export async function read(job: ReadJob, path: string): Promise<Facts | null> {
  switch (job.read) {
    case 'epub':
      return (await import('./epub.ts')).epubFacts(path);
    case 'ooxml':
      return (await import('./ooxml.ts')).ooxmlFacts(path);
    case 'odf':
      return (await import('./odf.ts')).odfFacts(path);
    case 'flat-odf':
      return (await import('./odf.ts')).flatOdfFacts(path);
    case 'opf':
      return (await import('./opf.ts')).packageFacts(parseXml(await readFile(path)), true);
    case 'picture':
      return (await import('./picture.ts')).pictureFacts(path);
    case 'drawing': {
      const [{ applyPatches }, { drawingFacts }] = await Promise.all([
        import('../../../tools/formats/dwg/patches/apply.ts'),
        import('./drawing.ts'),
      ]);
      applyPatches();
      return drawingFacts(path, job.drawing, job.filename);
    }
    case 'contents':
      return (await import('./contents/read.ts')).readContents(job.format, path);
    case 'text':
      return textFacts(path);
  }
}

async function textFacts(path: string): Promise<Facts> {
  const { characters, words, lines, lineEndings, encoding, certain, byteOrderMark } = await countText(path);
  return {
    text: {
      encoding,
      encoding_certain: certain,
      byte_order_mark: byteOrderMark,
      line_endings: lineEndings,
      characters,
      words,
      lines,
    },
  };
}
