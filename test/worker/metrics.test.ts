import { describe, expect, it } from 'vitest';
import { countPoolEvent } from '../../src/process/statistics.ts';
import type { ErrorCode } from '../../src/task/codes.ts';
import type { OutputRecord, Task, ThreadReport } from '../../src/task/types.ts';
import { createMetrics, type Metrics, type TaskResult } from '../../src/telemetry/metrics.ts';
import { type Family, parseMetrics } from '../support/prometheus.ts';

function task(category: string, target: string): Task {
  const conversion = { id: 'c', category, target, options: {} };
  return { id: 't', job_id: null, conversion, input: [], output: { store: null } };
}

function report(status: ThreadReport['status'], codes: ErrorCode[], sizes: number[] = []): ThreadReport {
  const errors = codes.map((code) => ({ source: 'input' as const, id_source: null, code, message: '', details: {} }));
  const output = sizes.map(
    (size): OutputRecord => ({
      id: 'o',
      source: { conversion: 'c', input: [] },
      filename: 'f',
      uri: 'file:///f',
      size,
      content_type: 'audio/mpeg',
      checksum: '',
    }),
  );
  return { task_id: 't', job_id: null, status, progress: 100, input: [], output, warnings: [], errors, exec_time: 1 };
}

const read = async (metrics: Metrics) => parseMetrics((await metrics.render()).body);

/** Returns the value of the only series with that name and all these labels. */
function value(
  families: Record<string, Family>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = Object.values(families)
    .flatMap(({ samples }) => samples)
    .filter((each) => each[0] === name && Object.entries(labels).every(([label, text]) => each[1][label] === text));
  expect(found.length, `${name} ${JSON.stringify(labels)}`).toBeLessThanOrEqual(1);
  return found[0]?.[2];
}

const ended = (metrics: Metrics, of: Task, result: TaskResult, seconds: number, what: ThreadReport | null) => {
  metrics.taskStarted(of, null);
  metrics.taskEnded(of, result, what, seconds);
};

describe('metrics', () => {
  it('are what Prometheus reads, with the values that were counted', async () => {
    const metrics = createMetrics();
    const mp3 = task('audio', 'mp3');
    metrics.brokerConnected(true);
    metrics.inputFetched(mp3, 1000);
    metrics.inputFetched(mp3, 24);
    ended(metrics, mp3, 'completed', 0.2, report('completed', [], [300, 45]));
    ended(metrics, mp3, 'completed', 70, report('completed', [], [5]));
    ended(metrics, mp3, 'failed', 3, report('failed', ['engine_crashed', 'input_damaged']));
    ended(metrics, mp3, 'retried', 4000, report('failed', ['input_download_failed']));
    ended(metrics, mp3, 'returned', 4000, null);
    ended(metrics, task('archive', 'zip'), 'canceled', 1, report('canceled', ['conversion_canceled']));
    metrics.taskStarted(mp3, 12);
    metrics.taskStarted(task('archive', 'zip'), -3);

    const { contentType, body } = await metrics.render();
    expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    const families = parseMetrics(body);
    const audio = { category: 'audio', target: 'mp3' };
    expect(value(families, 'convertd_tasks_total', { ...audio, result: 'completed' })).toBe(2);
    for (const result of ['failed', 'retried', 'returned']) {
      expect(value(families, 'convertd_tasks_total', { ...audio, result })).toBe(1);
    }
    expect(value(families, 'convertd_tasks_total', { category: 'archive', result: 'canceled' })).toBe(1);
    expect(value(families, 'convertd_tasks_running')).toBe(2);
    expect(value(families, 'convertd_broker_connected')).toBe(1);
    expect(value(families, 'convertd_input_bytes_total', { category: 'audio' })).toBe(1024);
    expect(value(families, 'convertd_output_bytes_total', { category: 'audio' })).toBe(350);
    expect(value(families, 'convertd_engine_crashes_total', { category: 'audio' })).toBe(1);
    for (const code of ['engine_crashed', 'input_damaged', 'input_download_failed', 'conversion_canceled']) {
      expect(value(families, 'convertd_errors_total', { code })).toBe(1);
    }

    // Only final reports count; 0.2 and 3 s are under 10 s, 70 s is not.
    expect(value(families, 'convertd_task_duration_seconds_count', audio)).toBe(3);
    expect(value(families, 'convertd_task_duration_seconds_sum', audio)).toBeCloseTo(73.2);
    expect(value(families, 'convertd_task_duration_seconds_bucket', { ...audio, le: '10' })).toBe(2);
    expect(value(families, 'convertd_queue_wait_seconds_count', { category: 'audio' })).toBe(1);
    expect(value(families, 'convertd_queue_wait_seconds_sum', { category: 'archive' })).toBe(0);
    const bounds = families.convertd_queue_wait_seconds?.samples.flatMap(([, labels]) => labels.le ?? []) ?? [];
    expect([bounds.includes('0.005'), bounds.includes('1800')]).toEqual([true, true]);

    metrics.brokerConnected(false);
    expect(value(await read(metrics), 'convertd_broker_connected')).toBe(0);
  });

  it('each have a type and a help text, and names by the rules of Prometheus', async () => {
    const families = await read(createMetrics());
    for (const [name, { type, help }] of Object.entries(families)) {
      expect(help, name).not.toBe('');
      expect(['counter', 'gauge', 'histogram'], name).toContain(type);
      // The parser removes the suffix of counters.
      if (type !== 'counter') expect(name).not.toMatch(/_total$/);
    }
    expect(families.process_resident_memory_bytes?.samples[0]?.[2]).toBeGreaterThan(1e7);
    expect(families.nodejs_eventloop_lag_p99_seconds?.type).toBe('gauge');
  });

  it('do not grow with what messages hold', async () => {
    const metrics = createMetrics();
    const series = async () => Object.values(await read(metrics)).flatMap(({ samples }) => samples).length;
    ended(metrics, task('audio', 'nothing'), 'failed', 1, report('failed', ['target_unknown']));
    ended(metrics, task('nothing', 'mp3'), 'failed', 1, report('failed', ['target_unknown']));
    metrics.inputFetched(task('nothing', 'mp3'), 1);
    metrics.taskStarted(task('nothing', 'mp3'), 1);
    const before = await series();
    for (let index = 0; index < 1000; index += 1) {
      const hostile = index % 2 === 0 ? task('audio', `x${index}`) : task(`y${index}"} 1\n`, 'mp3');
      metrics.inputFetched(hostile, 1);
      metrics.taskStarted(hostile, 1);
      metrics.taskEnded(hostile, 'failed', report('failed', [`z${index}` as ErrorCode, '__proto__' as ErrorCode]), 1);
    }
    const families = await read(metrics);
    const labels = { category: 'unknown', target: 'unknown', result: 'failed' };
    expect(value(families, 'convertd_tasks_total', labels)).toBe(501);
    expect(value(families, 'convertd_tasks_total', { ...labels, category: 'audio' })).toBe(501);
    expect(value(families, 'convertd_errors_total', { code: 'unknown' })).toBe(2000);
    expect((await series()) - before).toBeLessThan(60);

    // The control: known names do make new series, which the count above would notice.
    const known = await series();
    ended(metrics, task('archive', 'zip'), 'completed', 1, report('completed', []));
    expect(await series()).toBeGreaterThan(known);
  });

  it('show what happened to warm hosts, as it is when they are read', async () => {
    const metrics = createMetrics();
    const host = 'host-of-the-metrics-test';
    expect(value(await read(metrics), 'convertd_warm_host_starts_total', { host })).toBeUndefined();
    for (const event of ['starts', 'starts', 'starts', 'restarts', 'restarts', 'crashes'] as const) {
      countPoolEvent(host, event);
    }
    for (let scrape = 0; scrape < 2; scrape += 1) {
      const families = await read(metrics);
      expect(value(families, 'convertd_warm_host_starts_total', { host })).toBe(3);
      expect(value(families, 'convertd_warm_host_restarts_total', { host })).toBe(2);
      expect(value(families, 'convertd_warm_host_crashes_total', { host })).toBe(1);
    }
  });

  it('of two workers in one process are apart', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.taskStarted(task('audio', 'mp3'), null);
    expect(value(await read(one), 'convertd_tasks_running')).toBe(1);
    expect(value(await read(other), 'convertd_tasks_running')).toBe(0);
  });
});
