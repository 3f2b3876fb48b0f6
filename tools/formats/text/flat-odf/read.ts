import { type FlatOdfOptions, FlatOdfReader, type LeftOut } from './reader.ts';
import { readFlatOdf } from './xml-events.ts';

export type { FlatOdfOptions, LeftOut };

/** Converts a flat text or presentation of LibreOffice to our own HTML, an intermediate step to Markdown. */
export async function flatOdfToHtml(
  path: string,
  options: FlatOdfOptions,
): Promise<{ html: string; leftOut: LeftOut }> {
  const reader = new FlatOdfReader(options);
  await readFlatOdf(path, reader);
  return {
    html: `<!DOCTYPE html>\n<meta charset="utf-8">\n<body>${reader.html()}</body>\n`,
    leftOut: reader.leftOut,
  };
}
