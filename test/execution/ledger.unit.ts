import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Ledger } from '../../src/execution/ledger.ts';
import { reportMessage } from '../../src/execution/report-message.ts';
import { openDocumentStore } from '../../src/files/documents/open-document-store.ts';
import { failedReport } from '../../src/task/failed-report.ts';
import { testFolder } from '../worker/support.ts';

const report = (id: string) => reportMessage(failedReport({ id, job_id: null }), 1, 1);

it('another worker finds what one recorded', async () => {
  const folder = await testFolder();
  const [one, other] = [new Ledger(openDocumentStore(folder, 'l')), new Ledger(openDocumentStore(folder, 'l'))];
  expect(await other.find('a')).toEqual({ final: null, canceled: false });
  await one.recordFinal(report('a'), '1-x');
  expect(await other.find('a')).toEqual({
    final: { report: expect.objectContaining({ task_id: 'a' }), sent: false, attempt: '1-x' },
    canceled: false,
  });
  await one.recordSent('a');
  await one.recordCancel('a');
  expect(await other.find('a')).toMatchObject({ final: { sent: true }, canceled: true });
  expect(await other.find('b')).toEqual({ final: null, canceled: false });
});

it('knows a report that a worker of an earlier version has sent', async () => {
  const folder = await testFolder();
  const ledger = new Ledger(openDocumentStore(folder, 'l'));
  const path = join(folder, 'l', 'a.final.json');
  await ledger.recordFinal(report('a'), '1-x');
  const unsent = JSON.stringify({ report: report('a'), sent: false });
  for (const [text, sent] of [
    [unsent, false],
    [`${unsent}\n`, true],
    [JSON.stringify({ report: report('a'), sent: true }), true],
  ] as const) {
    await writeFile(path, text);
    expect((await ledger.find('a')).final?.sent).toBe(sent);
  }
});

it('tells a try of the same report from another report of the attempt', async () => {
  const ledger = new Ledger(openDocumentStore(await testFolder(), 'l'));
  expect(await ledger.recordFinal(report('a'), '1-x')).toBeNull();
  // The report was recorded, but the answer was lost.
  expect(await ledger.recordFinal(report('a'), '1-x')).toBeNull();
  const next = { ...report('a'), sequence: 2 };
  expect(await ledger.recordFinal(next, '1-x')).toMatchObject({ report: { sequence: 1 }, attempt: '1-x' });
  expect(await ledger.recordFinal(report('a'), '1-y')).toMatchObject({ attempt: '1-x' });
});

it.each(['', '{', 'null', '[]', '{"report":null,"sent":true}', '{"report":{}}'])(
  'a damaged entry (%s) is none',
  async (text) => {
    const folder = await testFolder();
    const ledger = new Ledger(openDocumentStore(folder, 'l'));
    await ledger.recordFinal(report('a'), '1-x');
    await writeFile(join(folder, 'l', 'a.final.json'), text);
    expect((await ledger.find('a')).final).toBeNull();
  },
);

it('entries are forgotten after a week, whatever a program sets their times to', async () => {
  const folder = await testFolder();
  const ledger = new Ledger(openDocumentStore(folder, 'l'));
  await ledger.recordFinal(report('a'), null);
  await utimes(join(folder, 'l', 'a.final.json'), new Date(0), new Date(0));
  const inDays = (count: number) => Date.now() + count * 24 * 3600 * 1000;
  expect(await ledger.forgetOld(inDays(6.9))).toBe(0);
  expect(await readdir(join(folder, 'l'))).toEqual(['a.final.json']);
  expect(await ledger.forgetOld(inDays(7.1))).toBe(1);
  expect(await readdir(join(folder, 'l'))).toEqual([]);
});
