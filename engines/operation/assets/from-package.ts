import { identify } from '../../../src/files/identify.ts';
import { within } from '../../../src/work/context.ts';
import { extractParts, listParts } from '../../../tools/formats/zip-parts/zip-parts.ts';
import type { Asset, Extract } from './asset.ts';
import { isAsset } from './kinds.ts';
import { warnOfDamaged } from './warnings.ts';

/** Documents and books that are zips, by format name (src/files/formats/names.ts). */
export const PACKAGES: ReadonlySet<string> = new Set([
  ...['docx', 'docm', 'xlsx', 'xlsm', 'xlsb', 'pptx', 'pptm', 'vsdx', 'xps'],
  ...['odt', 'ods', 'odp', 'odg', 'ott', 'ots', 'otp', 'otg'],
  ...['epub', 'htmlz', 'txtz', 'kra', 'ora', 'key', 'numbers', 'pages'],
]);

/** Parts that make up a package and are not extracted. */
const STRUCTURE =
  /(?:^|\/)mimetype$|\.(?:xml|rels|x?html?|css|js|ncx|opf|smil|txt|rdf|vml|xpl|fpage|fdoc|fdseq|iwa|plist)$/i;

/** Folders in which office programs keep files of any kind that were embedded in a document. */
const EMBEDDED = /^(?:word|xl|ppt|visio)\/embeddings\//;

/** Fonts whose first bytes are obfuscated (ECMA-376-4, 4.2.1), so that their content does not show the type. */
const HIDDEN_FONT = /\.od?ttf$/i;

/** Extracts the parts of a document or a book, under the last part of their names. */
export const fromPackage: Extract = async (input, context) => {
  const parts = (await listParts(input, context)).filter(({ folder, name }) => !folder && !STRUCTURE.test(name));
  const open = parts.filter(({ encrypted }) => !encrypted);
  const { files, damaged } = await extractParts(input, open, within(context, 0, 80));
  warnOfDamaged(damaged, input, context);
  const found: Asset[] = [];
  for (const { part, path } of files) {
    const { name } = part;
    if (EMBEDDED.test(name)) found.push({ path, name, isAttached: true });
    else if (HIDDEN_FONT.test(name) || isAsset(await identify(path))) found.push({ path, name });
  }
  return found;
};
