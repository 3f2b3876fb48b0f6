import { ConversionError } from '../../src/task/errors.ts';
import { allDone } from '../../src/util/concurrency.ts';
import { runPikepdfScript } from '../pikepdf/pikepdf-script.ts';
import { dictionaryEntries, type Entries, type EntryValue } from '../qpdf/object-text.ts';
import type { PdfFile, PdfWork } from '../qpdf/pdf-work.ts';
import { askQpdf } from '../qpdf/qpdf.ts';

/** What a document has beside its pages. */
export interface DocumentPart {
  readonly key: 'outline' | 'attachments' | 'tags' | 'names' | 'metadata';
  /** For messages. */
  readonly name: string;
}

/** What of the document is lost where only its pages go into another one. By qpdf. Throws as askQpdf. */
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

/** What one of several documents has. */
export interface DocumentFacts {
  readonly parts: readonly DocumentPart[];
  /** Some of which may be hidden. */
  readonly hasLayers: boolean;
  /** Attached files whose description is not an object of its own, which qpdf fails to copy. */
  readonly hasDirectAttachments: boolean;
}

/**
 * What each of several documents has, by one program for all of them; null if one cannot be read. Throws as
 * runPikepdfScript.
 */
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

/** Which of these a document has; some of the layers may be hidden. By qpdf. Throws as askQpdf. */
export async function catalogFacts(
  file: PdfFile,
  job: PdfWork,
): Promise<{ readonly form: boolean; readonly layers: boolean; readonly tags: boolean }> {
  const trailer = await readEntries(file.path, 'trailer', job);
  const catalog = await follow(file.path, trailer.get('/Root'), job);
  return {
    form: catalog.has('/AcroForm'),
    layers: catalog.has('/OCProperties'),
    tags: catalog.has('/StructTreeRoot'),
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

/** More than that much of one dictionary is not read. */
const MOST_BYTES = 1024 ** 2;

/** The entries of a dictionary that stands there or is referred to; none of anything else. */
async function follow(path: string, value: EntryValue | null | undefined, job: PdfWork): Promise<Entries> {
  if (value?.kind === 'dictionary') return value.entries;
  return value?.kind === 'reference' ? readEntries(path, value.object, job) : NONE;
}

/**
 * A single object, which takes qpdf no time; for its JSON it reads the whole document, as often as it is asked. No entries
 * where it is not a dictionary.
 */
async function readEntries(path: string, object: string, job: PdfWork): Promise<Entries> {
  const text = await askQpdf([`--show-object=${object}`], path, job);
  if (Buffer.byteLength(text) >= MOST_BYTES) {
    const message = 'The PDF has more than 1 MiB in its catalog or another dictionary of the whole document.';
    throw new ConversionError('input_bomb', message, { details: { limit: MOST_BYTES } });
  }
  return dictionaryEntries(text) ?? NONE;
}
