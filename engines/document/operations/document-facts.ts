import type { PdfFile, PdfJob } from './operation.ts';
import { askQpdf } from './programs-structure.ts';
import { isReference, type PdfDictionary, PdfObjects } from './structure/pdf-json.ts';

/** What a document has beside its pages. */
export interface DocumentPart {
  readonly key: 'outline' | 'attachments' | 'tags' | 'names' | 'metadata';
  /** For messages. */
  readonly name: string;
}

/** What of the document is lost where only its pages go into another one. By qpdf. Throws as askQpdf. */
export async function lossesOf(file: PdfFile, job: PdfJob): Promise<readonly DocumentPart[]> {
  const reader = new ObjectReader(file.path, job);
  const trailer = await reader.read('trailer');
  const catalog = await reader.dictionary(trailer['/Root']);
  const names = await reader.dictionary(catalog['/Names']);
  const outline = await reader.dictionary(catalog['/Outlines']);
  const has = {
    outline: outline['/First'] !== undefined,
    attachments: names['/EmbeddedFiles'] !== undefined,
    tags: catalog['/StructTreeRoot'] !== undefined,
    names: names['/Dests'] !== undefined || catalog['/Dests'] !== undefined,
    metadata: trailer['/Info'] !== undefined || catalog['/Metadata'] !== undefined,
  };
  return PARTS.filter(({ key }) => has[key]);
}

const PARTS: readonly DocumentPart[] = [
  { key: 'outline', name: 'bookmarks' },
  { key: 'attachments', name: 'attachments' },
  { key: 'tags', name: 'tags for accessibility' },
  { key: 'names', name: 'named places that links lead to' },
  { key: 'metadata', name: 'title and other metadata' },
];

/** Reads single objects, so that a large document need not be written out as a whole. */
class ObjectReader {
  readonly #path: string;
  readonly #job: PdfJob;

  constructor(path: string, job: PdfJob) {
    this.#path = path;
    this.#job = job;
  }

  async read(object: string): Promise<PdfDictionary> {
    const args = ['--json=2', '--json-key=qpdf', '--json-stream-data=none', `--json-object=${object}`, this.#path];
    const objects = PdfObjects.parse(await askQpdf(args, this.#job));
    return object === 'trailer' ? objects.trailer : objects.dictionary(`${object.replace(',', ' ')} R`);
  }

  /** One reference is followed. */
  async dictionary(value: PdfDictionary[string] | undefined): Promise<PdfDictionary> {
    if (isReference(value)) return this.read(value.replace(' R', '').replace(' ', ','));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PdfDictionary) : {};
  }
}
