import type { PdfFile, PdfWork } from '../qpdf/pdf-work.ts';
import { catalogFacts } from './document-facts.ts';
import type { LayerSettings } from './structure/layers.ts';
import { workOnObjects } from './work-on-objects.ts';

/** A document whose pages go into another one, where its layers are to show what they show here. */
export interface MarkedFile {
  readonly file: PdfFile;
  /** Null: it has no layers. */
  readonly layers: LayerSettings | null;
}

/** Numbers of layers of one document of several; no more than so many of one are carried over. */
const LAYERS_EACH = 1_000_000;

/**
 * Marks the layers of a document, before qpdf takes pages out of it: these say what is hidden in their document alone, and in another
 * one would show.
 * @param index of the document, among those that become one
 * Throws as workOnObjects.
 */
export async function markLayers(file: PdfFile, index: number, job: PdfWork): Promise<MarkedFile> {
  return (await catalogFacts(file, job)).layers ? markOwnLayers(file, index, job) : { file, layers: null };
}

/** The same of a document that is known to have layers. */
export async function markOwnLayers(file: PdfFile, index: number, job: PdfWork): Promise<MarkedFile> {
  const { pdf, layers } = await workOnObjects(file, { action: 'markLayers', first: index * LAYERS_EACH }, job);
  return { file: pdf, layers: layers ?? null };
}

/** Gives the document that the pages came into the settings of their layers. Throws as workOnObjects. */
export async function addLayers(file: PdfFile, marked: readonly MarkedFile[], job: PdfWork): Promise<PdfFile> {
  const layers = settingsOf(marked);
  return layers.length === 0 ? file : (await workOnObjects(file, { action: 'addLayers', layers }, job)).pdf;
}

/** The settings of the documents that have layers. */
export const settingsOf = (marked: readonly MarkedFile[]): LayerSettings[] =>
  marked.flatMap(({ layers }) => (layers === null ? [] : [layers]));
