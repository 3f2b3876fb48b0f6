import type { WorkContext } from '../../../src/work/context.ts';
import { type FileTag, readTags } from '../../../tools/programs/exiftool/exiftool.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { count, found, foundAny, tagMap, text, texts } from '../values.ts';
import { propertiesOf, valuesOf } from './property-tags.ts';
import type { Reading } from './reader.ts';

/** Reads tags and properties of any file that ExifTool supports. */
export async function readTagFacts({ input, context }: Reading): Promise<Facts> {
  return sectionsOf(await readTags(input.path, context));
}

/** Returns Exif, IPTC, XMP and the properties that they share with documents. */
export function sectionsOf(tags: readonly FileTag[]): Facts {
  // IFD1 describes the preview.
  const exif = tags.filter(({ group }) => group.startsWith('EXIF') && group !== 'EXIF:IFD1');
  const iptc = tags.filter(({ group }) => group.startsWith('IPTC'));
  const xmp = tags.filter(({ group }) => group.startsWith('XMP'));
  return found<Facts>({
    properties: propertiesOf(tags),
    exif: tagMap(exif.map(({ name, value }) => [name, value] as const)),
    iptc: tagMap(iptc.map(({ name, value }) => [name, value] as const)),
    xmp: tagMap(xmp.map(({ group, name, value }) => [`${prefixOf(group)}:${name}`, value] as const)),
  });
}

/** Returns the prefix of a group: `dc` for `XMP:XMP-dc`. */
const prefixOf = (group: string): string => group.replace(/^.*:/, '').replace(/^XMP-/, '');

/** Reads properties and counts of older office documents (MS-OSHARED 2.3.3), of RTF and of web pages. */
export async function readOfficeTags({ input, context }: Reading): Promise<Facts> {
  const tags = await readTags(input.path, context);
  const counted = (name: string) => positiveCount(tags, name);
  const office = foundAny<NonNullable<Facts['office']>>({
    pages: counted('Pages'),
    words: counted('Words'),
    characters: counted('Characters'),
    characters_with_spaces: counted('CharCountWithSpaces'),
    paragraphs: counted('Paragraphs'),
    lines: counted('Lines'),
    slides: counted('Slides'),
    hidden_slides: counted('HiddenSlides'),
    sheets: sheetsOf(tags),
  });
  return found<Facts>({ ...sectionsOf(tags), encrypted: isEncryptedWord(tags) || undefined, office });
}

/** Returns undefined for 0: programs write it if they have not counted. */
function positiveCount(tags: readonly FileTag[], name: string): number | undefined {
  const values = ['FlashPix', 'RTF'].flatMap((group) => valuesOf(tags, `${group}:${name}`));
  return values.map(count).find((value) => value !== undefined && value > 0);
}

/** The titles of parts are several lists in one; pairs of a name and a number show which ones are sheets. */
function sheetsOf(tags: readonly FileTag[]): NonNullable<Facts['office']>['sheets'] | undefined {
  const [pairs] = valuesOf(tags, 'FlashPix:HeadingPairs');
  const [titles] = valuesOf(tags, 'FlashPix:TitleOfParts');
  if (!Array.isArray(pairs) || pairs[0] !== 'Worksheets') return undefined;
  return texts((Array.isArray(titles) ? titles : [titles]).slice(0, Number(pairs[1])), LIST_LIMITS.sheets);
}

/** Flag fEncrypted of the document's header (MS-DOC 2.5.2). */
const ENCRYPTED = 0x0100;

function isEncryptedWord(tags: readonly FileTag[]): boolean {
  const [flags] = valuesOf(tags, 'FlashPix:DocFlags');
  return typeof flags === 'number' && (flags & ENCRYPTED) !== 0;
}

/** Additional facts about a PDF in its tags. */
export interface PdfTags {
  readonly facts: Facts;
  /** PDF version, such as `1.7`. */
  readonly version: string | undefined;
  /** Standards that it claims to follow, such as `PDF/A-2b`. */
  readonly conformance: readonly string[];
  /** Encryption in ExifTool's words, such as `Standard V4.4 (128-bit)`. */
  readonly encryption: string | undefined;
}

export async function pdfTags(path: string, context: WorkContext): Promise<PdfTags> {
  const tags = await readTags(path, context);
  const one = (key: string): string | undefined => text(valuesOf(tags, key)[0]);
  const version = one('PDF:PDFVersion');
  const part = one('XMP-pdfaid:Part');
  const access = one('XMP-pdfuaid:Part');
  const exchange = one('XMP-pdfxid:GTS_PDFXVersion') ?? one('XMP-pdfx:GTS_PDFXVersion') ?? one('PDF:GTS_PDFXVersion');
  return {
    facts: sectionsOf(tags),
    version: version === undefined || version.includes('.') ? version : `${version}.0`,
    conformance: [
      ...(part === undefined ? [] : [`PDF/A-${part}${(one('XMP-pdfaid:Conformance') ?? '').toLowerCase()}`]),
      ...(access === undefined ? [] : [`PDF/UA-${access}`]),
      ...(exchange === undefined ? [] : [exchange]),
    ],
    encryption: one('PDF:Encryption'),
  };
}

/** Reads names in a font file (OpenType, table `name`). */
export async function readFont({ input, context }: Reading): Promise<Facts> {
  const tags = await readTags(input.path, context);
  const one = (...names: string[]): string | undefined =>
    names.map((name) => text(valuesOf(tags, `Font:${name}`)[0])).find((value) => value !== undefined);
  return found<Facts>({
    font: foundAny<NonNullable<Facts['font']>>({
      family: one('FontFamily'),
      style: one('FontSubfamily'),
      full_name: one('FontName', 'FullName'),
      postscript_name: one('PostScriptFontName'),
      version: one('NameTableVersion', 'Version'),
      fonts: count(valuesOf(tags, 'Font:NumFonts')[0]),
      copyright: one('Copyright', 'Notice'),
      license: one('License'),
      designer: one('Designer'),
      manufacturer: one('Manufacturer'),
    }),
  });
}
