import { taskConverter } from '../../attempt/convert-task.ts';
import { openWorkRoot } from '../../attempt/work-root.ts';
import { loadPresets } from '../../catalog/presets.ts';
import { chooseBackend } from '../../process/sandbox.ts';
import { warmEngines } from '../../runner/engines.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { RunningDispatch } from './dispatch.ts';
import { LEASE_MS, renew, takeNext } from './leases.ts';
import { LocalRun, type LocalRunServices } from './local-run.ts';
import { startPump } from './pump.ts';
import type { DispatchContext } from './take-report.ts';

/** How often tasks are looked for that nobody told of: of other replicas, or whose pause is over. Ms. */
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
  await chooseBackend();
  void warmEngines(config.warmUp);
  const workRoot = await openWorkRoot(config.workRoot);
  const presets = await loadPresets(config.presets);
  const running = new Map<string, { readonly run: LocalRun; readonly ended: Promise<void> }>();
  let stopping = false;
  let lastKey = '';
  let renewedAt = now();

  const cancel = (taskIds: readonly string[]) => {
    for (const id of taskIds) running.get(id)?.run.stop('canceled');
  };
  const convert = taskConverter({ config, presets, metrics, workRoot: workRoot.path });
  const services: LocalRunServices = { context, metrics, convert, cancel };

  const places = startPump(
    async () => {
      while (!stopping && running.size < config.concurrency) {
        const next = await takeNext(db, owner, lastKey, now());
        if (next === null) return;
        lastKey = next.key;
        start(new LocalRun(next.task, owner, services));
      }
    },
    LOOK_MS,
    (err) => log.warn({ err }, 'waiting tasks could not be looked for'),
  );

  function start(run: LocalRun): void {
    const { taskId } = run.hold;
    const ended = run
      .run()
      .catch((err: unknown) => log.error({ err, task_id: taskId }, 'a task could not be settled'))
      .then(() => {
        // The next attempt at it may be here already.
        if (running.get(taskId)?.run === run) running.delete(taskId);
        places.wake();
      });
    running.set(taskId, { run, ended });
  }

  /** Stops what was canceled elsewhere, and what others may take because the lease could not be renewed in time. */
  const leases = startPump(
    async () => {
      const asked = now();
      const before = [...running];
      const ours = await renew(db, owner, [...running.keys()], asked);
      renewedAt = asked;
      for (const [id, { run }] of before) if (!ours.has(id)) run.stop('lost');
    },
    RENEW_MS,
    (err) => {
      log.warn({ err }, 'leases could not be renewed');
      if (now() - renewedAt > LEASE_MS - RENEW_MS) for (const { run } of running.values()) run.stop('lost');
    },
  );

  places.wake();
  return {
    wake: places.wake,
    cancel,
    health: () => ({ running: running.size, broker: null }),
    stop: async (graceMs) => {
      stopping = true;
      await places.stop();
      const timer = setTimeout(() => {
        log.warn({ running: running.size }, 'the grace period is over: running tasks go back to waiting');
        for (const { run } of running.values()) run.stop('shutdown');
      }, graceMs);
      await Promise.all([...running.values()].map(({ ended }) => ended));
      clearTimeout(timer);
      await leases.stop();
      await workRoot.close();
    },
  };
}
