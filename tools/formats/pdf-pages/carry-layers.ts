import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { catalogFacts } from './document-facts.ts';
import type { LayerSettings } from './structure/layers.ts';
import { workOnObjects } from './work-on-objects.ts';

/** A document whose pages go into another one, in which its layers must show the same as here. */
export interface MarkedFile {
  readonly file: PdfFile;
  /** Null if it has no layers. */
  readonly layers: LayerSettings | null;
}

/** Range of layer numbers per document; at most this many layers of one document are carried over. */
const LAYERS_EACH = 1_000_000;

/**
 * Marks the layers of a document before qpdf takes pages out of it: layers hide content only in their own document, and it would show in
 * another one.
 * @param index index of the document among those that are joined
 * Throws as workOnObjects.
 */
export async function markLayers(file: PdfFile, index: number, job: PdfWork): Promise<MarkedFile> {
  return (await catalogFacts(file, job)).layers ? markOwnLayers(file, index, job) : { file, layers: null };
}

/** Does the same for a document that is known to have layers. */
export async function markOwnLayers(file: PdfFile, index: number, job: PdfWork): Promise<MarkedFile> {
  const { pdf, layers } = await workOnObjects(file, { action: 'markLayers', first: index * LAYERS_EACH }, job);
  return { file: pdf, layers: layers ?? null };
}

/** Adds the settings of the layers to the document that received the pages. Throws as workOnObjects. */
export async function addLayers(file: PdfFile, marked: readonly MarkedFile[], job: PdfWork): Promise<PdfFile> {
  const layers = settingsOf(marked);
  return layers.length === 0 ? file : (await workOnObjects(file, { action: 'addLayers', layers }, job)).pdf;
}

/** Returns the settings of the documents that have layers. */
export const settingsOf = (marked: readonly MarkedFile[]): LayerSettings[] =>
  marked.flatMap(({ layers }) => (layers === null ? [] : [layers]));
