import { ConversionError } from '../../../src/task/errors.ts';
import { allDone } from '../../../src/util/concurrency.ts';
import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';
import { dictionaryEntries, type Entries, type EntryValue } from '../../programs/qpdf/object-text.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { askQpdf } from '../../programs/qpdf/qpdf.ts';

/** Content of a document besides its pages. */
export interface DocumentPart {
  readonly key: 'outline' | 'attachments' | 'tags' | 'names' | 'metadata';
  /** Name in messages. */
  readonly name: string;
}

/** Returns the parts of the document that are lost if only its pages go into another one. Uses qpdf. Throws as askQpdf. */
export async function lossesOf(file: PdfFile, job: PdfWork): Promise<readonly DocumentPart[]> {
  const trailer = await readEntries(file.path, 'trailer', job);
  const catalog = await follow(file.path, trailer.get('/Root'), job);
  const [names, outline] = await allDone([
    follow(file.path, catalog.get('/Names'), job),
    follow(file.path, catalog.get('/Outlines'), job),
  ]);
  const has = {
    outline: outline.has('/First'),
    attachments: names.has('/EmbeddedFiles'),
    tags: catalog.has('/StructTreeRoot'),
    names: names.has('/Dests') || catalog.has('/Dests'),
    metadata: trailer.has('/Info') || catalog.has('/Metadata'),
  };
  return PARTS.filter(({ key }) => has[key]);
}

/** Facts about one of several documents. */
export interface DocumentFacts {
  readonly parts: readonly DocumentPart[];
  /** Whether it has layers, some of which may be hidden. */
  readonly hasLayers: boolean;
  /** Whether it has attached files whose description is not a separate object, which qpdf fails to copy. */
  readonly hasDirectAttachments: boolean;
}

/** Returns the facts of each document, from one program for all of them; null if one cannot be read. Throws as runPikepdfScript. */
export async function factsOf(files: readonly PdfFile[], job: PdfWork): Promise<(DocumentFacts | null)[]> {
  const stdin = JSON.stringify(files.map(({ path }) => path));
  const found = (await runPikepdfScript(SCRIPT, [], job, { stdin })) as readonly (readonly string[] | null)[];
  return found.map((names) =>
    names === null
      ? null
      : {
          parts: PARTS.filter(({ key }) => names.includes(key)),
          hasLayers: names.includes('layers'),
          hasDirectAttachments: names.includes('direct attachments'),
        },
  );
}

const SCRIPT = new URL('./document_facts.py', import.meta.url);

/** Returns which of these a document has; some of the layers may be hidden. Uses qpdf. Throws as askQpdf. */
export async function catalogFacts(
  file: PdfFile,
  job: PdfWork,
): Promise<{ readonly form: boolean; readonly layers: boolean; readonly tags: boolean; readonly portfolio: boolean }> {
  const trailer = await readEntries(file.path, 'trailer', job);
  const catalog = await follow(file.path, trailer.get('/Root'), job);
  return {
    form: catalog.has('/AcroForm'),
    layers: catalog.has('/OCProperties'),
    tags: catalog.has('/StructTreeRoot'),
    portfolio: catalog.has('/Collection'),
  };
}

const PARTS: readonly DocumentPart[] = [
  { key: 'outline', name: 'bookmarks' },
  { key: 'attachments', name: 'attachments' },
  { key: 'tags', name: 'tags for accessibility' },
  { key: 'names', name: 'named places that links lead to' },
  { key: 'metadata', name: 'title and other metadata' },
];

const NONE: Entries = new Map();

/** Largest part of one dictionary that is read. */
const MOST_BYTES = 1024 ** 2;

/** Returns the entries of a dictionary, given directly or by reference; none for anything else. */
async function follow(path: string, value: EntryValue | null | undefined, job: PdfWork): Promise<Entries> {
  if (value?.kind === 'dictionary') return value.entries;
  return value?.kind === 'reference' ? readEntries(path, value.object, job) : NONE;
}

/**
 * Reads a single object, which qpdf does at once; for JSON it would read the whole document each time. Returns no entries if the object is
 * not a dictionary.
 */
async function readEntries(path: string, object: string, job: PdfWork): Promise<Entries> {
  const text = await askQpdf([`--show-object=${object}`], path, job);
  if (Buffer.byteLength(text) >= MOST_BYTES) {
    const message = 'The PDF has more than 1 MiB in its catalog or another dictionary of the whole document.';
    throw new ConversionError('input_bomb', message, { details: { limit: MOST_BYTES } });
  }
  return dictionaryEntries(text) ?? NONE;
}
