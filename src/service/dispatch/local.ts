import { Attempt, type AttemptServices } from '../../attempt/attempt.ts';
import { taskConverter } from '../../attempt/convert-task.ts';
import { RunningAttempts } from '../../attempt/running-attempts.ts';
import { startWarmUp } from '../../attempt/warm-up.ts';
import { openWorkRoot } from '../../attempt/work-root.ts';
import { loadPresets } from '../../catalog/presets.ts';
import { chooseBackend } from '../../process/sandbox.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { RunningDispatch } from './dispatch.ts';
import { LEASE_MS, renew, takeNext } from './leases.ts';
import { startPump } from './pump.ts';
import { RowTransport } from './row-transport.ts';
import type { DispatchContext, ReportOutcome } from './take-report.ts';

/** How often to look for tasks without a notification: those of other replicas, or whose pause is over. Ms. */
const LOOK_MS = 1000;
const RENEW_MS = LEASE_MS / 3;

/**
 * Runs the tasks in this process, `config.concurrency` at a time.
 * @param owner name of this process for leases, which no other process has, nor had
 * @throws ConversionError `sandbox_unavailable`; Error where the presets are wrong
 */
export async function startLocalDispatch(
  context: DispatchContext,
  owner: string,
  metrics: Metrics,
): Promise<RunningDispatch> {
  const { config, db, log, now } = context;
  const { retryDelaysMs } = config;
  await chooseBackend();
  startWarmUp(config.warmUp, log);
  const workRoot = await openWorkRoot(config.workRoot);
  const presets = await loadPresets(config.presets);
  const convert = taskConverter({ config, presets, metrics, workRoot: workRoot.path });
  const services: AttemptServices = { convert, metrics, log, retryDelaysMs };
  const running = new RunningAttempts(config.concurrency, log);
  let stopping = false;
  let lastKey = '';
  let renewedAt = now();

  const cancel = (taskIds: readonly string[]) => {
    for (const id of taskIds) running.stop(id, 'canceled');
  };

  // Checks for new tasks whenever one has ended.
  const follow = (outcome: ReportOutcome) => cancel(outcome.cancel);

  const slots = startPump(
    async () => {
      while (!stopping && running.hasPlace) {
        const next = await takeNext(db, owner, lastKey, now());
        if (next === null) return;
        lastKey = next.key;
        running.start(new Attempt(new RowTransport(next.task, owner, context, follow), services), () => slots.wake());
      }
    },
    { intervalMs: LOOK_MS, log, failure: 'waiting tasks could not be looked for' },
  );

  /** Stops what was canceled elsewhere, and what others may take because the lease could not be renewed in time. */
  const renewLeases = async () => {
    const asked = now();
    const before = running.all;
    const ids = before.map(({ taskId }) => taskId);
    try {
      const ours = await renew(db, owner, ids, asked);
      renewedAt = asked;
      for (const attempt of before) if (!ours.has(attempt.taskId)) attempt.stop('lost');
    } catch (error) {
      if (now() - renewedAt > LEASE_MS - RENEW_MS) running.stopAll('lost');
      throw error;
    }
  };
  const leases = startPump(renewLeases, {
    intervalMs: RENEW_MS,
    longestPauseMs: RENEW_MS,
    log,
    failure: 'leases could not be renewed',
  });

  slots.wake();
  return {
    wake: slots.wake,
    cancel,
    health: () => ({ running: running.size, broker: null, reportsTaken: true }),
    stop: async (graceMs) => {
      stopping = true;
      await slots.stop();
      await running.drain(graceMs);
      await leases.stop();
      await workRoot.close();
    },
  };
}
