import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/support.ts';
import { newInstallation, startServe } from '../service/serve-support.ts';
import { generateClient, typeCheck } from './generated-client.ts';

/** Code that must compile, and code that the compiler must refuse: each line that starts with `wrong` has one error. */
const USES = `
import * as api from './client/index.ts';

export async function uses(job: api.Job, one: api.Input, thread: api.Thread) {
  const path = { job_id: job.id };
  const bytes = new Blob([]);
  const named = { 'X-Svc-Upload-Uuid': 'id' };
  const { data: file } = await api.getDownload({ path: { output_id: 'id', filename: 'talk.mp3' } });
  const { data: added } = await api.postJobConversions({ path, body: [{ target: 'mp3' }] });
  const { data: usage } = await api.getStatsOfDay({ path: { date: '2026-01-31', whose: 'all' } });
  const input = [{ type: 'cloud', source: 'ftp' }] as const;
  const { data: made } = await api.postConvert({ path: { target: 'mp3' }, body: { file: [bytes], input: [...input], audio_bitrate: '192' } });
  const outcome: Blob | File | api.Job | undefined = made;
  const chained: api.NewConversion = { target: 'mp3', input: [{ type: 'conversion', source: 'first' }] };
  const targets = [added ?? []].flat().map(({ target }) => target);
  const right: [number, number | undefined, string | undefined] = [job.limits.input.max_size, file?.size, usage?.[0]?.job_counter];
  const wrong1: 'ended' = job.status;
  const wrong2 = await api.postJobs({ body: { conversion: [{ target: 3 }] } });
  const wrong3 = await api.patchUpload({ path, body: bytes, headers: { ...named, 'Upload-Offset': '0', 'Upload-Length': 1 } });
  const wrong4 = await api.patchUpload({ path, body: bytes, headers: named });
  const wrong5 = await api.getStatsOfDay({ path: { date: '2026-01-31', whose: 'mine' } });
  const wrong6: string | undefined = file;
  const wrong7: number = job.limits.output.minutes;
  const wrong8 = one.type === 'floppy';
  const wrong9 = thread.info === 'asleep';
  const wrong10: number = one.options.width;
  const wrong11: api.NewConversion = { target: 'mp3', input: [{ type: 'conversion' }] };
  const wrong12 = await api.postConvert({ path: { target: 'mp3' }, body: { file: [3] } });
  return [right, wrong1, wrong2, wrong3, wrong4, wrong5, wrong6, wrong7, wrong8, wrong9, wrong10, wrong11, wrong12, targets, outcome, chained];
}
`;

describe('a client generated from the description', () => {
  test('has types that tell right from wrong', async () => {
    const serve = await startServe(await newInstallation());
    const folder = await temporaryFolder();
    await generateClient(serve.url, folder);
    await writeFile(join(folder, 'uses.ts'), USES);
    const printedByCompiler = await typeCheck(folder).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
    const lines = [...printedByCompiler.matchAll(/^\S*uses\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    const wrong = USES.split('\n').flatMap((line, index) => (/^ {2}const wrong/.test(line) ? [index + 1] : []));
    expect([...new Set(lines)], printedByCompiler).toEqual(wrong);
  });
});
