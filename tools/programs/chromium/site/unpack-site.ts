import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../../src/work/context.ts';
import { archiveKindOf } from '../../../formats/archives/kinds.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../../formats/archives/limits.ts';
import { unpack } from '../../../formats/archives/unpack.ts';
import { mainMarkdownOf } from '../../../formats/markup/project.ts';

/** Files of a page by their paths, and the path of the page. */
export interface Site {
  readonly files: ReadonlyMap<string, string>;
  readonly start: string;
}

/** More files than any page needs; each takes a name in the browser's folder. */
const MAX_FILES = 10_000;

/** Names that browsers use for the page of a folder. */
const INDEX = /^index\.html?$/i;

/**
 * Unpacks a page from a zip: its `index.html`, or else its Markdown text, at the top or in the single folder that contains everything. It may contain only regular
 * files; links are refused. Throws ConversionError as unpacking does, and `input_wrong_type` without a page.
 */
export async function unpackSite(input: LocalInput, context: WorkContext): Promise<Site> {
  const kind = archiveKindOf(input);
  if (kind === null) throw new Error(`${input.format?.name} is not an archive`);
  const scope = { ...context, workFolder: await partFolder(context, 'site') };
  const limits = { ...DEFAULT_ARCHIVE_LIMITS, maxEntries: MAX_FILES };
  const { root, members } = await unpack(kind, { input, context: scope, limits, progress: () => {} });
  const paths = members.filter((each) => each.kind === 'file').map(({ path }) => path);
  const folder = commonFolder(paths);
  const named = paths.map((path) => [path.slice(folder.length), join(root, path)] as const);
  const names = named.map(([path]) => path);
  const start = names.find((path) => INDEX.test(path)) ?? mainMarkdownOf(names, input);
  if (start !== null) return { files: new Map(named), start };
  const message = `${input.filename} has no index.html and no Markdown text at its top, so it is not known which of its files is the page.`;
  throw new ConversionError('input_wrong_type', message);
}

/** Returns the folder that contains all paths, with a trailing slash; empty if there is none. */
function commonFolder(paths: readonly string[]): string {
  const first = /^[^/]+\//.exec(paths[0] ?? '')?.[0] ?? '';
  return paths.every((path) => path.startsWith(first)) ? first : '';
}
