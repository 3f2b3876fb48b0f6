import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Project } from '../../../tools/formats/markup/project.ts';
import { warnOfEncoding } from '../../../tools/formats/text/encoding-warning.ts';
import { toUtf8 } from '../../../tools/formats/text/steps.ts';
import type { Draft, Work } from './step.ts';

/**
 * Returns the files of a text, with the text itself in UTF-8.
 * @param name of the text if it came without files
 */
export async function projectOf(draft: Draft, name: string, work: Work): Promise<Project> {
  const project = work.project ?? { folder: await work.newFolder(), main: name, files: new Map() };
  const { path, ...encoding } = await toUtf8(draft.path, await work.newFolder(), work.context);
  warnOfEncoding(encoding, work);
  await rename(path, join(project.folder, project.main));
  return project;
}
