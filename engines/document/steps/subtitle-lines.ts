import type { ReadFormat } from '../../../tools/formats/subtitles/model.ts';
import { rewriteInput, UNCHANGED } from '../../../tools/formats/subtitles/rewrite-input.ts';
import type { Draft, Work } from './step.ts';

/** Makes a text of the lines of subtitles, in the text worker process. */
export async function subtitleLines(draft: Draft, { input, source: _, newFolder, context }: Work): Promise<Draft> {
  const from = input.format?.name as ReadFormat;
  const how = { ...UNCHANGED, from, to: 'txt' } as const;
  const path = await rewriteInput({ ...input, path: draft.path }, how, { context, folder: await newFolder() });
  return { path, format: 'txt' };
}
