import { loadPresets } from '../../catalog/presets.ts';
import { AttemptPool } from '../../execution/attempt-pool.ts';
import { taskRunner } from '../../execution/task-runner.ts';
import { startWarmUp } from '../../execution/warm-up.ts';
import { openWorkRoot } from '../../execution/work-root.ts';
import { chooseBackend } from '../../process/sandbox/sandbox.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { RunningDispatch } from './dispatch.ts';
import { RowQueue } from './row-queue.ts';
import type { DispatchContext } from './take-report.ts';

/**
 * Runs the tasks in this process, `config.concurrency` at a time.
 * @param owner name of this process for leases; no other process has or had it
 * @throws ConversionError `sandbox_unavailable`; Error if the presets are wrong
 */
export async function startLocalDispatch(
  context: DispatchContext,
  owner: string,
  metrics: Metrics,
): Promise<RunningDispatch> {
  const { config, log } = context;
  await chooseBackend();
  startWarmUp(config.warmUp, log);
  const workRoot = await openWorkRoot(config.workRoot);
  const presets = await loadPresets(config.presets);
  const pool: AttemptPool = new AttemptPool({
    // New tasks are claimed whenever a task has ended.
    queue: new RowQueue({ owner, context, follow: ({ cancel }) => pool.cancel(cancel) }),
    slots: config.concurrency,
    runner: taskRunner({ config, presets, metrics, workRoot: workRoot.path }),
    metrics,
    log,
    retryDelaysMs: config.retryDelaysMs,
  });
  pool.wake();
  return {
    wake: () => pool.wake(),
    cancel: (taskIds) => pool.cancel(taskIds),
    health: () => ({ running: pool.size, broker: null, reportsTaken: true }),
    stop: async (graceMs) => {
      await pool.drain(graceMs);
      await workRoot.close();
    },
  };
}
