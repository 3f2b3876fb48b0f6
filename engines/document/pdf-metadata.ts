import type { WorkContext } from '../../src/work/context.ts';
import { type MetadataEdit, placeFields, warnOfUnplaced } from '../../src/work/metadata.ts';
import { operationsOf } from './operations/file/patch.ts';
import type { PdfOptions } from './operations/operation.ts';

/** Members of the view that `patch` changes (operations/file/patch.ts), by plain names of fields. */
const PLACES = {
  title: '/info/title',
  author: '/info/author',
  artist: '/info/author',
  subject: '/info/subject',
  description: '/info/subject',
  keywords: '/info/keywords',
  tags: '/info/keywords',
  creator: '/info/creator',
  creatortool: '/info/creator',
  software: '/info/creator',
  producer: '/info/producer',
  language: '/lang',
} as const;

/** Returns options that also set the metadata of a conversion: before the PDF becomes PDF/A, is linearized or encrypted. */
export function withMetadata<Options extends PdfOptions>(
  options: Options,
  edit: MetadataEdit | undefined,
  context: WorkContext,
): Options {
  if (edit === undefined) return options;
  const { values, unplaced } = placeFields(edit, PLACES);
  warnOfUnplaced(unplaced, 'PDF', context);
  const own = options.patch === undefined ? [] : operationsOf(options);
  const operations = [...own, ...[...values].map(([path, value]) => ({ op: 'add', path, value }))];
  return {
    ...options,
    ...(edit.clear && { remove_metadata: true }),
    ...(operations.length > 0 && { patch: { operations } }),
  };
}
