import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';
import { withZipMembers, type ZipMembers } from '../../../tools/formats/office-files/zip-members.ts';
import {
  attribute,
  contentOf,
  elements,
  parseXml,
  textOf,
  type XmlDocument,
  type XmlElement,
} from '../../../tools/formats/text/xml.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { count, date, found, foundAny, tagMap, text, texts } from '../values.ts';

type Office = NonNullable<Facts['office']>;
type Properties = NonNullable<Facts['properties']>;

/** Reads properties and contents of an OpenDocument file (OpenDocument 1.3 part 3, 4.3). */
export function odfFacts(path: string): Promise<Facts> {
  return withZipMembers(path, async (zip) => {
    const encrypted = await isEncrypted(zip);
    const meta = await zip.read('meta.xml');
    const content = encrypted ? null : await zip.read('content.xml');
    const named = (start: string): boolean => zip.entries.some(({ name }) => name.startsWith(start) && name !== start);
    const facts: MetaFacts = meta === null || encrypted ? {} : metaFacts(parseXml(meta));
    return found<Facts>({
      encrypted: encrypted || undefined,
      properties: facts.properties,
      office: found<Office>({
        ...facts.office,
        ...(content !== null && (await contentFacts(Readable.from([content.toString('utf8')])))),
        macros: named('Basic/') || named('Scripts/'),
        digitally_signed: zip.has('META-INF/documentsignatures.xml'),
      }),
    });
  });
}

/** Bytes that are searched for the properties of a flat file, which come before its content. */
const FLAT_HEAD_BYTES = 8 * 1024 ** 2;

/** Does the same for a flat XML file of any size. */
export async function flatOdfFacts(path: string): Promise<Facts> {
  const { size } = await stat(path);
  const head: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: Math.min(size, FLAT_HEAD_BYTES) - 1 })) head.push(chunk);
  const [meta] = elements(parseXml(Buffer.concat(head)), 'meta');
  const facts: MetaFacts = meta === undefined ? {} : metaFacts(meta);
  return found<Facts>({
    properties: facts.properties,
    office: found<Office>({
      ...facts.office,
      ...(await contentFacts(createReadStream(path, { encoding: 'utf8' }))),
    }),
  });
}

async function isEncrypted(zip: ZipMembers): Promise<boolean> {
  const manifest = await zip.read('META-INF/manifest.xml');
  return manifest !== null && elements(parseXml(manifest), 'encryption-data').length > 0;
}

interface MetaFacts {
  readonly properties?: Properties | undefined;
  readonly office?: Office;
}

function metaFacts(meta: XmlDocument | XmlElement): MetaFacts {
  const [statistic] = elements(meta, 'document-statistic');
  const counted = (name: string) => (statistic === undefined ? undefined : count(attribute(statistic, name)));
  const [template] = elements(meta, 'template');
  const author = textOf(meta, 'initial-creator') ?? textOf(meta, 'creator');
  return {
    properties: foundAny<Properties>({
      title: text(textOf(meta, 'title')),
      subject: text(textOf(meta, 'subject')),
      description: text(textOf(meta, 'description')),
      authors: texts([author], LIST_LIMITS.names),
      keywords: texts(elements(meta, 'keyword').map(contentOf), LIST_LIMITS.names),
      language: text(textOf(meta, 'language')),
      creator_tool: text(textOf(meta, 'generator')),
      created: date(textOf(meta, 'creation-date')),
      modified: date(textOf(meta, 'date')),
      printed: date(textOf(meta, 'print-date')),
      last_modified_by: text(textOf(meta, 'creator')),
      revision: text(textOf(meta, 'editing-cycles')),
      editing_seconds: secondsOf(textOf(meta, 'editing-duration')),
      custom: tagMap(
        elements(meta, 'user-defined').map((each) => [attribute(each, 'name') ?? '', contentOf(each)] as const),
      ),
    }),
    office: found<Office>({
      template: template === undefined ? undefined : text(attribute(template, 'title')),
      pages: counted('page-count'),
      words: counted('word-count'),
      characters: counted('non-whitespace-character-count'),
      characters_with_spaces: counted('character-count'),
      paragraphs: counted('paragraph-count'),
      tables: counted('table-count'),
      pictures: counted('image-count'),
    }),
  };
}

/** Converts a duration of XML Schema in days and smaller units, such as `PT1H2M3.5S` or `P1DT2H`, to seconds. */
function secondsOf(duration: string | null): number | undefined {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(duration ?? '');
  if (parts === null) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** Reads sheets and slides, with a parser that keeps nothing of the content. */
async function contentFacts(xml: AsyncIterable<string>): Promise<Pick<Office, 'sheets' | 'slides'>> {
  const sheets: string[] = [];
  let slides = 0;
  let body = '';
  let tables = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (/^office:(?:text|spreadsheet|presentation|drawing)$/.test(name)) body = name;
        // Tables in cells of a sheet are not sheets.
        if (name === 'table:table') {
          if (body === 'office:spreadsheet' && tables === 0) sheets.push(attributes['table:name'] ?? '');
          tables += 1;
        }
        if (name === 'draw:page' && body === 'office:presentation') slides += 1;
      },
      onclosetag(name) {
        if (name === 'table:table') tables -= 1;
      },
    },
    { xmlMode: true },
  );
  for await (const piece of xml) parser.write(piece);
  parser.end();
  return found<Pick<Office, 'sheets' | 'slides'>>({
    sheets: texts(sheets, LIST_LIMITS.sheets),
    slides: body === 'office:presentation' ? slides : undefined,
  });
}
