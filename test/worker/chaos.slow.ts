import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { outputFaults, storedFiles } from '../../scripts/chaos/check.ts';
import { runChaos } from '../../scripts/chaos.ts';
import { type ReportMessage, reportMessage } from '../../src/execution/report-message.ts';
import { failedReport } from '../../src/task/failed-report.ts';
import { testFolder } from './support.ts';

// `npm run chaos` does the same with more tasks, restarts of the broker and cuts of the network.
it('thirty tasks end once each, and right, while workers are killed at random', async () => {
  const { counts, violations } = await runChaos({ tasks: 30, seed: 7, replicas: 3, broker: false });
  expect(violations).toEqual([]);
  expect(counts).toMatchObject({ tasks: 30, 'final reports': 30 });
  expect(counts.kills).toBeGreaterThan(2);
});

it('what the run counts as right would be seen to be wrong', async () => {
  const folder = await testFolder();
  const [source, outputs] = [join(folder, 'source'), join(folder, 'outputs')];
  const attempt = join(outputs, '2-abc');
  await mkdir(attempt, { recursive: true });
  await writeFile(source, 'abc');
  const path = join(attempt, 'source.md5');
  const digest = createHash('md5').update('abc').digest('hex');
  const faultsOf = async (content: string) => {
    await writeFile(path, content);
    return outputFaults(await storedFiles(outputs), reportOf(path, digest), {
      kind: 'digest',
      program: 'md5sum',
      source,
    });
  };
  expect(await faultsOf(digest)).toEqual([]);
  expect(await faultsOf('0'.repeat(32))).toEqual([
    'not the checksum that was reported',
    `digest ${'0'.repeat(32)}, md5sum says ${digest}`,
  ]);
  expect(await faultsOf(`${digest}\n`)).toContain('33 bytes, reported 32');
  await writeFile(join(attempt, '.convertd-1.part'), '');
  expect(await faultsOf(digest)).toEqual(['its folder holds ".convertd-1.part", "source.md5"']);
  await rm(join(attempt, '.convertd-1.part'));
  await mkdir(join(outputs, '1-abc'));
  expect(await faultsOf(digest)).toEqual(['its folder holds "1-abc/", "source.md5"']);
});

/** The final report of an output with this text. */
function reportOf(path: string, text: string): ReportMessage {
  const checksum = createHash('md5').update(text).digest('hex');
  const output = { filename: 'source.md5', uri: pathToFileURL(path).href, size: text.length, checksum };
  const record = { id: 'o', source: { conversion: 'c', input: [] }, content_type: 'text/plain', ...output };
  const report = { ...failedReport({ id: 't', job_id: null }), status: 'completed' as const, output: [record] };
  return reportMessage(report, 1, 1);
}
