import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { TaskRow } from '../../../src/service/database/tables.ts';
import { testFolder } from '../outputs/files-support.ts';
import { outputOf, type TestService } from '../support.ts';

/** Completes the tasks of a job, each with these outputs, whose bytes are in the store of the service. */
export async function completeTasks(
  service: TestService,
  jobId: string,
  outputs: readonly { filename: string; content: string }[],
  warnings: readonly string[] = [],
  which: (task: TaskRow) => boolean = () => true,
): Promise<void> {
  for (const task of (await service.tasks(jobId)).filter(which)) {
    const records = [];
    for (const { filename, content } of outputs) {
      const path = join(await testFolder(), 'output');
      await writeFile(path, content);
      const { location, size, checksum } = await service.context.files.store(task.id, 'stored', path);
      records.push({ ...outputOf(task, filename, location), size, checksum });
    }
    await service.report(task, {
      status: 'completed',
      progress: 100,
      output: records,
      warnings: warnings.map((message) => ({
        source: 'conversion',
        id_source: task.conversion_id,
        code: 'option_unknown',
        message,
        details: {},
      })),
    });
  }
}

/** The newest job of the service. */
export async function newestJob({ context: { db } }: TestService): Promise<string | undefined> {
  const row = await db.selectFrom('jobs').select('id').orderBy('created_at', 'desc').limit(1).executeTakeFirst();
  return row?.id;
}

/** Sends a file and waits for the response. @returns function that closes the connection */
export function sendAndWait(url: string, headers: Record<string, string>, content: string | Buffer): { leave(): void } {
  const sent = httpRequest(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(content.length), ...headers },
  });
  sent.on('error', () => {});
  sent.end(content);
  return { leave: () => void sent.destroy() };
}
