import { expect, it } from 'vitest';
import { killAtRandom } from '../../scripts/chaos/kills.ts';
import { awaitWhileMoving } from '../../scripts/chaos/moving.ts';
import type { RawFinal } from '../../scripts/chaos/reports.ts';
import { finalFaults } from '../../scripts/chaos/verdict.ts';
import { reportMessage } from '../../src/execution/report-message.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { failedReport } from '../../src/task/failed-report.ts';
import type { ThreadReport } from '../../src/task/types.ts';
import { makeTask } from './support.ts';

const task = makeTask('hash', 'md5', 'data:,abc');
const expected = { task, cancel: false, expectation: { kind: 'text' as const, pattern: /abc/ } };

const failed = failedReport(task, new ConversionError('worker_lost', 'lost'));
const completed: ThreadReport = { ...failed, status: 'completed', errors: [] };
const final = (report: ThreadReport, messageId = `${task.id}.final`): RawFinal => {
  return { messageId, text: JSON.stringify({ ...reportMessage(report, 1, 1), sent_at: 'then' }), at: 0 };
};
const faultsOf = (finals: readonly RawFinal[], letters = new Map<string, string>()) =>
  finalFaults(finals, expected, letters);

it('one final report is right, and the same bytes again; none is lost, and another one is a fault', () => {
  expect(faultsOf([final(completed)])).toEqual([]);
  expect(faultsOf([final(completed), final(completed)])).toEqual([]);
  expect(faultsOf([])).toEqual([expect.stringMatching(/^lost/)]);
  expect(faultsOf([final(completed), final({ ...completed, exec_time: 9 })])).toEqual([
    expect.stringMatching(/^different final reports/),
  ]);
  expect(faultsOf([final(completed), final(completed, 'another')])).toEqual([expect.stringMatching(/another/)]);
  expect(faultsOf([final({ ...completed, status: 'canceled' })])).toEqual([expect.stringMatching(/^canceled/)]);
});

it('a task that was given up must lie among the dead letters', () => {
  expect(faultsOf([final(failed)])).toEqual(['given up, but not among the dead letters']);
  const letters = new Map([[task.id, 'The worker was lost each time the task was delivered.']]);
  expect(faultsOf([final(failed)], letters)).toEqual([]);
});

it('what is awaited may come late as long as anything moves, and not when nothing does', async () => {
  let moves = 0;
  const slow = awaitWhileMoving({ done: () => moves === 6, sign: () => ++moves, stillMs: 100 });
  expect(await slow).toBe(true);
  expect(await awaitWhileMoving({ done: () => false, sign: () => 'the same', stillMs: 100 })).toBe(false);
});

it('kills wait for the work, however slow it is', async () => {
  const over = new AbortController();
  let [ended, kills] = [0, 0];
  const kill = async () => {
    kills += 1;
  };
  const pause = [1, 1] as const;
  const killing = killAtRandom({
    kill,
    chance: () => 0.5,
    pause,
    ended: () => ended,
    endsBetween: 2,
    over: over.signal,
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(kills).toBe(0);
  ended = 2;
  await expect.poll(() => kills).toBe(1);
  ended = 3;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(kills).toBe(1);
  over.abort();
  await killing;
});
