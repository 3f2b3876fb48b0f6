import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { svgToPdf } from '../../../tools/programs/librsvg/svg-to-pdf.ts';
import { sheetsOf } from '../decode/cad.ts';
import { damaged, INPUT, type Unpacking } from '../decode/decoder.ts';
import { postscriptPages } from '../decode/ghostscript.ts';
import { asPdf } from '../decode/metafile.ts';
import { openPages } from '../decode/pdf.ts';

/** The pages of a drawing before they become pixels. */
export interface Vectors {
  readonly count: number;
  /** Makes PDFs of them. Call once. */
  pdfs(): Promise<readonly PdfPage[]>;
  /** Paths of SVGs, if the drawing is one, or becomes one first: one for each page. */
  readonly svgs?: readonly string[];
  /** Throws ConversionError `input_damaged` if these are not ours and cannot be drawn. */
  check?(): Promise<void>;
}

/** A page of a PDF. */
export interface PdfPage {
  readonly path: string;
  /** From 1. */
  readonly number: number;
}

/** How each format is opened as vectors, by name (src/files/formats/names.ts). */
const OPENERS: Readonly<Record<string, (unpacking: Unpacking) => Promise<Vectors>>> = {
  dwg: openSheets,
  dxf: openSheets,
  emf: async (unpacking) => openPdf(await asPdf(unpacking)),
  eps: openPostscript,
  pdf: openPdf,
  ps: openPostscript,
  svg: openSvg,
  wmf: async (unpacking) => openPdf(await asPdf(unpacking)),
};

/** Formats that contain vectors. */
export const VECTOR_FORMATS: ReadonlySet<string> = new Set(Object.keys(OPENERS));

/** Opens an input of one of these formats. Throws ConversionError as the decoders of its pixels do. */
export function openVectors(unpacking: Unpacking): Promise<Vectors> {
  const open = OPENERS[unpacking.input.format?.name ?? ''];
  if (open === undefined) throw new Error('the format has no vectors');
  return open(unpacking);
}

async function openSheets(unpacking: Unpacking): Promise<Vectors> {
  const svgs = await sheetsOf(unpacking);
  return { count: svgs.length, svgs, pdfs: () => drawn(svgs, unpacking) };
}

async function openSvg(unpacking: Unpacking): Promise<Vectors> {
  // The link is alone in its folder, so librsvg reads no other file.
  const pdfs = () =>
    drawn([INPUT], unpacking).catch((error: unknown) => {
      throw error instanceof ConversionError && error.code === 'conversion_failed' ? damaged(error.log ?? '') : error;
    });
  const check = async () => void (await pdfs());
  return { count: 1, svgs: [join(unpacking.folder, INPUT)], pdfs, check };
}

async function drawn(svgs: readonly string[], { folder, context }: Unpacking): Promise<PdfPage[]> {
  return pagesOf(await svgToPdf(svgs, folder, context), svgs.length);
}

async function openPdf(unpacking: Unpacking): Promise<Vectors> {
  const { path, count } = await openPages(unpacking);
  return { count, pdfs: async () => pagesOf(path, count) };
}

async function openPostscript(unpacking: Unpacking): Promise<Vectors> {
  const pages = await postscriptPages(unpacking);
  return { count: pages.length, pdfs: async () => pages.map((path) => ({ path, number: 1 })) };
}

const pagesOf = (path: string, count: number): PdfPage[] =>
  Array.from({ length: count }, (_, index) => ({ path, number: index + 1 }));
