import {
  attribute,
  contentOf,
  elements,
  textOf,
  type XmlDocument,
  type XmlElement,
} from '../../../tools/formats/text/xml.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { date, found, foundAny, list, positive, text, texts } from '../values.ts';

type Book = NonNullable<Facts['book']>;
type Properties = NonNullable<Facts['properties']>;

/** Role (MARC relator) of authors; other roles are not authors. */
const AUTHOR = 'aut';

/**
 * Reads the package file of a book (OPF 2 and 3): properties and book. https://idpf.org/epub/20/spec/OPF_2.0.1_draft.htm and
 * https://www.w3.org/TR/epub-33/#sec-pkg-metadata
 *
 * @param byCalibre whether calibre wrote it for a book of another format: its placeholders for missing values are left out
 */
export function packageFacts(opf: XmlDocument, byCalibre = false): { properties?: Properties; book: Book } {
  const [metadata] = elements(opf, 'metadata');
  if (metadata === undefined) return { book: {} };
  const all = (name: string): string[] => elements(metadata, name).map(contentOf);
  const metas = elements(metadata, 'meta');
  const meta = (name: string): string | null => {
    const element = metas.find((each) => attribute(each, 'name') === name || attribute(each, 'property') === name);
    return element === undefined ? null : (attribute(element, 'content') ?? contentOf(element));
  };
  const authors = elements(metadata, 'creator').filter((each) => (attribute(each, 'role') ?? AUTHOR) === AUTHOR);
  const dates = elements(metadata, 'date');
  const published = dates.find((each) => (attribute(each, 'event') ?? 'publication') === 'publication');
  const known = (value: unknown, unknown: string) => (byCalibre && value === unknown ? undefined : text(value));
  const properties = foundAny<Properties>({
    title: known(textOf(metadata, 'title'), UNKNOWN),
    description: text(textOf(metadata, 'description')),
    authors: texts(
      authors.map((author) => known(contentOf(author), UNKNOWN)),
      LIST_LIMITS.names,
    ),
    keywords: texts(all('subject'), LIST_LIMITS.names),
    copyright: text(textOf(metadata, 'rights')),
    language: known(textOf(metadata, 'language'), OWN_LANGUAGE),
    modified: date(meta('dcterms:modified')),
  });
  return {
    ...(properties !== undefined && { properties }),
    book: found<Book>({
      identifiers: list(identifiersOf(metadata), LIST_LIMITS.names),
      publisher: text(textOf(metadata, 'publisher')),
      published: published === undefined ? undefined : dateOfBook(contentOf(published)),
      series: text(meta('calibre:series') ?? meta('belongs-to-collection')),
      series_index: positive(meta('calibre:series_index') ?? meta('group-position')),
      has_cover: hasCover(opf, meta('cover')),
    }),
  };
}

/** calibre's title and author for a book without. */
const UNKNOWN = 'Unknown';
/** calibre's own language here, which it gives to a book without one; it writes languages of books as `eng`. */
const OWN_LANGUAGE = 'en';

/** calibre writes the year 101 for a missing date. */
const dateOfBook = (value: string): string | undefined =>
  value.startsWith('0101-') ? undefined : date(/^\d{4}$/.test(value) ? `${value}-01-01` : value);

function identifiersOf(metadata: XmlElement): { scheme?: string; value: string }[] {
  return elements(metadata, 'identifier').flatMap((element) => {
    const value = text(contentOf(element).replace(/^urn:(?:uuid|isbn):/i, ''));
    const scheme =
      text(attribute(element, 'scheme')) ?? /^urn:(uuid|isbn):/i.exec(contentOf(element))?.[1]?.toUpperCase();
    // calibre's own number for a book that it reads.
    if (value === undefined || scheme === 'calibre') return [];
    return [found<{ scheme?: string; value: string }>({ scheme, value })];
  });
}

function hasCover(opf: XmlDocument, named: string | null): boolean | undefined {
  const items = elements(opf, 'item');
  const isCover = items.some((item) => attribute(item, 'properties')?.split(/\s+/).includes('cover-image') === true);
  return isCover || (named !== null && items.some((item) => attribute(item, 'id') === named)) || undefined;
}
