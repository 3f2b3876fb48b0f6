import { withZipMembers } from '../../../../tools/formats/office-files/zip-members.ts';
import type { ContentFacts } from '../../schema/contents.ts';
import { textOf } from './counter.ts';
import { MarkupContents } from './markup.ts';

/** Counts what is in the pages of an EPUB; null if one of them is too large for it, or encrypted. */
export function epubContents(path: string): Promise<ContentFacts | null> {
  return withZipMembers(path, async (zip) => {
    const contents = new MarkupContents();
    for (const { name } of zip.entries) {
      if (!/\.x?html?$/i.test(name)) continue;
      const bytes = await zip.read(name);
      if (bytes === null) return null;
      const parser = contents.page(true);
      parser.write(textOf(bytes));
      parser.end();
    }
    return contents.facts();
  });
}
