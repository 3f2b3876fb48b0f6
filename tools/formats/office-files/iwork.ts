import { stat } from 'node:fs/promises';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { extractParts, listParts, packFolder, type ZipPart } from '../zip-parts/zip-parts.ts';

/** Programs of iWork by the formats of their documents, with export formats that other programs read. */
const PROGRAMS: Readonly<Record<string, { readonly program: string; readonly exports: string }>> = {
  key: { program: 'Keynote', exports: 'PowerPoint or PDF' },
  numbers: { program: 'Numbers', exports: 'Excel or PDF' },
  pages: { program: 'Pages', exports: 'Word or PDF' },
};

export const isIWork = ({ format }: LocalInput): boolean => format !== null && Object.hasOwn(PROGRAMS, format.name);

/** A package of Pages, Numbers or Keynote. */
export interface IWorkPackage {
  /** A zip with its parts at the top, where LibreOffice looks for them. */
  readonly input: LocalInput;
  /** `a Keynote document of 2013 or later`: the storage format changed then. */
  readonly what: string;
  readonly program: string;
  /** Suggested export format. */
  readonly exports: string;
  readonly preview: Preview | null;
}

/** The preview saved in the package for other programs: all pages as a PDF, or a picture of the first. */
export interface Preview {
  readonly kind: 'pdf' | 'picture';
  readonly part: ZipPart;
}

/** Previews, larger ones first. */
const PREVIEWS: readonly (readonly [string, Preview['kind']])[] = [
  ['preview.pdf', 'pdf'],
  ['quicklook/preview.pdf', 'pdf'],
  ['preview.jpg', 'picture'],
  ['quicklook/preview.jpg', 'picture'],
  ['quicklook/thumbnail.jpg', 'picture'],
  ['quicklook/thumbnail.png', 'picture'],
  ['preview-web.jpg', 'picture'],
  ['preview-micro.jpg', 'picture'],
];

/** Files directly in a package's folder, one of which it must have. */
const INDEXES =
  /^(?:([^/]+)\/)?(?:index\.(?:apxl|xml)(?:\.gz)?|presentation\.apxl(?:\.gz)?|Index\.zip|Index\/Document\.iwa)$/;

/**
 * Reads a package, with its parts at the top: a package that is a folder was zipped together with its name. Throws ConversionError
 * `input_bomb`, `input_damaged`.
 */
export async function openIWork(given: LocalInput, context: WorkContext): Promise<IWorkPackage> {
  const parts = await listParts(given, context);
  const index = parts.map(({ name }) => INDEXES.exec(name)).find((found) => found !== null && found[1] !== '__MACOSX');
  const folder = index?.[1] === undefined ? '' : `${index[1]}/`;
  const path = folder === '' ? given.path : await packFolder(given, folder, context);
  const { program = '', exports = '' } = PROGRAMS[given.format?.name ?? ''] ?? {};
  const years = /\.apxl|\.xml/.test(index?.[0] ?? '') ? 'of 2009 or earlier' : 'of 2013 or later';
  return {
    input: { ...given, path, size: (await stat(path)).size },
    what: `a ${program} document ${years}`,
    program,
    exports,
    preview: previewOf(parts, folder),
  };
}

function previewOf(parts: readonly ZipPart[], folder: string): Preview | null {
  for (const [name, kind] of PREVIEWS) {
    const part = parts.find((each) => each.size > 0 && each.name.toLowerCase() === `${folder.toLowerCase()}${name}`);
    if (part !== undefined) return { kind, part };
  }
  return null;
}

/** Returns the preview as a file; null if it cannot be unpacked. Throws as extractParts. */
export async function extractPreview(
  given: LocalInput,
  { part }: Preview,
  context: WorkContext,
): Promise<string | null> {
  const { files } = await extractParts(given, [part], context);
  return files[0]?.path ?? null;
}
