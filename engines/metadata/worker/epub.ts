import { posix } from 'node:path';
import { withZipMembers, type ZipMembers } from '../../../tools/formats/office-files/zip-members.ts';
import { attribute, contentOf, elements, parseXml, type XmlDocument } from '../../../tools/formats/text/xml.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { found, text, texts } from '../values.ts';
import { packageFacts } from './opf.ts';

type Book = NonNullable<Facts['book']>;

/** Algorithms with which EPUB obfuscates fonts, which is not DRM. https://www.w3.org/TR/epub-33/#sec-font-obfuscation, and Adobe's own. */
const FONT_ALGORITHMS: ReadonlySet<string> = new Set([
  'http://www.idpf.org/2008/embedding',
  'http://ns.adobe.com/pdf/enc#RC',
]);

/** Reads package file, table of contents and DRM of an EPUB, or of another zip with a `metadata.opf`. */
export function epubFacts(path: string): Promise<Facts> {
  return withZipMembers(path, async (zip) => {
    const name = await packageName(zip);
    const bytes = name === null ? null : await zip.read(name);
    if (name === null || bytes === null) return { book: {} };
    const opf = parseXml(bytes);
    const { properties, book } = packageFacts(opf);
    const [root] = elements(opf, 'package');
    const drm = await isLocked(zip);
    return found<Facts>({
      encrypted: drm || undefined,
      properties,
      book: found<Book>({
        ...book,
        format_version: root === undefined ? undefined : text(attribute(root, 'version')),
        chapters: texts(await tableOfContents(zip, opf, posix.dirname(name)), LIST_LIMITS.chapters),
        drm: drm || undefined,
      }),
    });
  });
}

async function packageName(zip: ZipMembers): Promise<string | null> {
  const container = await zip.read('META-INF/container.xml');
  if (container === null) return zip.has('metadata.opf') ? 'metadata.opf' : null;
  const [first] = elements(parseXml(container), 'rootfile');
  return first === undefined ? null : attribute(first, 'full-path');
}

/** Returns the titles of EPUB 3's navigation document, else of the NCX of EPUB 2. */
async function tableOfContents(zip: ZipMembers, opf: XmlDocument, folder: string): Promise<string[]> {
  const items = elements(opf, 'item');
  const read = async (item: (typeof items)[number] | undefined): Promise<XmlDocument | null> => {
    const href = item === undefined ? null : attribute(item, 'href');
    const bytes = href === null ? null : await zip.read(posix.join(folder, decoded(href)));
    return bytes === null ? null : parseXml(bytes);
  };
  const nav = await read(items.find((item) => attribute(item, 'properties')?.split(/\s+/).includes('nav') === true));
  if (nav !== null) {
    const lists = elements(nav, 'nav');
    const toc = lists.find((each) => attribute(each, 'type')?.split(/\s+/).includes('toc') === true) ?? lists[0];
    if (toc !== undefined) return elements(toc, 'a').map(contentOf);
  }
  const ncx = await read(items.find((item) => attribute(item, 'media-type') === 'application/x-dtbncx+xml'));
  if (ncx === null) return [];
  return elements(ncx, 'navPoint').flatMap((point) => elements(point, 'navLabel').slice(0, 1).map(contentOf));
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

async function isLocked(zip: ZipMembers): Promise<boolean> {
  const encryption = await zip.read('META-INF/encryption.xml');
  if (encryption === null) return zip.has('META-INF/rights.xml') && zip.has('META-INF/license.lcpl');
  return elements(parseXml(encryption), 'EncryptionMethod').some(
    (method) => !FONT_ALGORITHMS.has(attribute(method, 'Algorithm') ?? ''),
  );
}
