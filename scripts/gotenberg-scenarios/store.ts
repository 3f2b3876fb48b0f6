import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unzipSync } from 'fflate';

/**
 * Writes a result into the folder of its request; files of a zip are beside it.
 * @param trace header `Gotenberg-Trace` of the request, which names the folder
 * @returns the folder
 */
export async function storeResult(
  work: string,
  trace: string | null | undefined,
  { name, type, body }: { name: string; type: string | null | undefined; body: Buffer },
): Promise<string> {
  const folder = folderOf(work, trace);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, basename(name)), body);
  if (type !== 'application/zip') return folder;
  for (const [member, content] of Object.entries(unzipSync(body))) {
    if (!member.endsWith('/')) await writeFile(join(folder, basename(member)), content);
  }
  return folder;
}

/** Returns the folder of the results of one request. */
export const folderOf = (work: string, trace: string | null | undefined): string =>
  join(work, basename(trace ?? '') || 'without-trace');
