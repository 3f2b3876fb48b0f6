import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type Inputs,
  type JobView,
  newInstallation,
  remote,
  type ServeProcess,
  startInputs,
  startServe,
} from '../service/serve-support.ts';
import { useBroker } from '../support/use-broker.ts';
import { startWorker, type WorkerProcess, waitFor } from '../worker/support.ts';
import { type CollectedSpan, type Collector, startCollector } from './collector.ts';

const broker = useBroker();

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const FILENAME = 'minutes-of-the-board.txt';
const PASSWORD = 'correct-horse-battery';

interface Running {
  readonly serve: ServeProcess;
  readonly worker: WorkerProcess;
  readonly inputs: Inputs;
  /** OpenTelemetry packages from which the two processes have loaded modules. */
  loaded(): string[];
}

/** Starts a service and a worker behind the broker. @param env environment of both @param ofWorker only of the worker */
async function start(env: Record<string, string>, ofWorker: Record<string, string> = {}): Promise<Running> {
  const inputs = await startInputs();
  const installation = await newInstallation();
  const loaded = join(installation.folder, 'loaded-packages');
  const common = {
    AMQP_URL: broker().url,
    ALLOWED_ADDRESSES: inputs.address,
    OUTPUT_STORE: join(installation.folder, 'outputs'),
    LOG_LEVEL: 'debug',
    LOADED_PACKAGES: loaded,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'helpers/note-opentelemetry.ts')}`,
    ...env,
  };
  const own = { DATA_DIR: join(installation.folder, 'worker'), TMPDIR: installation.folder, ...ofWorker };
  return {
    inputs,
    serve: await startServe(installation, common),
    worker: await startWorker({ ...common, ...own }),
    loaded: () => (existsSync(loaded) ? [...new Set(readFileSync(loaded, 'utf8').trim().split('\n'))] : []),
  };
}

/** Makes a job that packs a file with 7-Zip, requested by a traced client. */
async function convert({ serve, inputs }: Pick<Running, 'serve' | 'inputs'>): Promise<JobView> {
  const answer = await fetch(`${serve.url}/v2/jobs`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-svc-api-key': serve.key,
      traceparent: `00-${TRACE_ID}-${CALLER}-01`,
    },
    body: JSON.stringify({
      process: true,
      input: [remote(inputs.text(FILENAME, 'Present: everyone.\n'))],
      conversion: [{ category: 'archive', target: '7z', options: { encrypt_password: PASSWORD } }],
    }),
  });
  const job = (await answer.json()) as JobView;
  expect(await serve.final(job.id)).toMatchObject({ status: 'completed', errors: [] });
  return job;
}

/** Ends both processes, which sends the remaining spans. */
async function end({ serve, worker }: Running): Promise<void> {
  for (const each of [serve, worker]) each.signal('SIGTERM');
  expect(await Promise.all([serve.ended, worker.ended])).toEqual([0, 0]);
}

const only = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const found = spans.filter((span) => span.name === name);
  expect(found, name).toHaveLength(1);
  return found[0] as CollectedSpan;
};

const linesOf = (log: Record<string, unknown>[], msg: string) => log.filter((line) => line.msg === msg);

test('one trace leads from the request through the broker to the native program and back, and tells no secrets', async () => {
  const collector = await startCollector();
  const running = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Cb',
  });
  const job = await convert(running);
  await end(running);

  const spans = collector.spans().filter(({ traceId }) => traceId === TRACE_ID);
  const request = only(spans, 'POST /v2/jobs');
  const sent = only(spans, 'send task');
  const attempt = only(spans, 'attempt');
  const convertStep = only(spans, 'convert');
  const programs = spans.filter(({ parentSpanId }) => parentSpanId === convertStep.spanId);
  const SERVICE = 'convertd-service';
  const WORKER = 'convertd-worker';
  expect(request).toMatchObject({
    service: SERVICE,
    kind: 2,
    parentSpanId: CALLER,
    attributes: { 'http.request.method': 'POST', 'http.route': '/v2/jobs', 'http.response.status_code': 201 },
  });
  expect(sent).toMatchObject({ service: SERVICE, kind: 4, parentSpanId: request.spanId });
  expect(attempt).toMatchObject({ service: WORKER, kind: 5, parentSpanId: sent.spanId, status: 0 });
  expect(attempt.attributes).toEqual({
    'convertd.task.id': sent.attributes['convertd.task.id'],
    'convertd.job.id': job.id,
    'convertd.category': 'archive',
    'convertd.target': '7z',
    'convertd.attempt': 1,
    'convertd.result': 'completed',
  });
  for (const step of ['fetch inputs', 'convert', 'store outputs']) {
    expect(only(spans, step)).toMatchObject({ service: WORKER, kind: 1, parentSpanId: attempt.spanId, attributes: {} });
  }
  expect(programs.map(({ name, attributes }) => [name, attributes])).toEqual([['7zz', { 'process.exit.code': 0 }]]);
  expect(only(spans, 'take report')).toMatchObject({ service: SERVICE, kind: 5, parentSpanId: attempt.spanId });

  // All other spans belong to the polling of the job, which has no traceparent.
  const others = collector.spans().filter(({ traceId }) => traceId !== TRACE_ID);
  expect(new Set(others.map(({ name }) => name))).toEqual(new Set(['GET /v2/jobs/:job_id']));
  expect(new Set(collector.keys)).toEqual(new Set(['a,b']));
  const told = collector.bodies.join('\n');
  for (const secret of [FILENAME, PASSWORD, running.serve.key, job.token, running.inputs.address, '.7z', '/tmp']) {
    expect(told).not.toContain(secret);
  }

  const { traceId: trace_id } = request;
  const requests = linesOf(running.serve.log(), 'request').filter(({ trace_id: each }) => each === trace_id);
  expect(requests).toMatchObject([{ route: '/v2/jobs', method: 'POST', span_id: request.spanId }]);
  expect(linesOf(running.worker.log(), 'task ended')).toMatchObject([{ trace_id, span_id: attempt.spanId }]);
  expect(running.loaded()).toContain('sdk-trace');
});

test('without the setting nothing is sent, logged or loaded', async () => {
  const collector = await startCollector();
  const running = await start({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc' });
  await convert(running);
  await end(running);
  expect(collector.bodies).toEqual([]);
  expect([...running.serve.log(), ...running.worker.log()].filter((line) => 'trace_id' in line)).toEqual([]);
  // The metrics library loads the API package.
  expect(running.loaded().filter((name) => name !== 'api')).toEqual([]);
});

test('a worker without the setting passes the trace on', async () => {
  const collector = await startCollector();
  const running = await start(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'paper-mill' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  );
  await convert(running);
  await end(running);
  const sent = only(collector.spans(), 'send task');
  expect(only(collector.spans(), 'take report')).toMatchObject({ traceId: TRACE_ID, parentSpanId: sent.spanId });
  expect(new Set(collector.spans().map(({ service }) => service))).toEqual(new Set(['paper-mill']));
});

test('a service that converts by itself has the attempt below the request', async () => {
  const collector = await startCollector();
  const inputs = await startInputs();
  const serve = await startServe(await newInstallation(), {
    ALLOWED_ADDRESSES: inputs.address,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  await convert({ serve, inputs });
  serve.signal('SIGTERM');
  expect(await serve.ended).toBe(0);
  const { spanId } = only(collector.spans(), 'POST /v2/jobs');
  expect(only(collector.spans(), 'attempt')).toMatchObject({ traceId: TRACE_ID, parentSpanId: spanId });
});

/** Returns log lines about the collector. */
const about = (collector: Collector, { serve }: Running) =>
  serve.log().filter(({ url }) => url === `${collector.url}/v1/traces`);

test('a collector that refuses is logged once, one that is silent holds up neither work nor the end', async () => {
  const collector = await startCollector();
  collector.answer = 503;
  const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, { OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  await convert(running);
  await waitFor(() => collector.bodies.length > 0, 'the first spans');
  await convert(running);
  await waitFor(() => collector.bodies.length > 1, 'the next spans');
  await waitFor(() => about(collector, running).length > 0, 'the line about it');
  expect(about(collector, running)).toMatchObject([{ level: 'warn', err: { message: 'the collector answers 503' } }]);

  collector.answer = 200;
  await convert(running);
  await waitFor(() => about(collector, running).length > 1, 'the line that it is back');
  expect(about(collector, running)[1]).toMatchObject({ level: 'info' });

  collector.answer = 'nothing';
  await running.serve.call('GET', '/v2/jobs');
  await end(running);
  // At the end, long before the timeout of its answer.
  expect(about(collector, running).slice(2)).toMatchObject([{ level: 'warn', err: { type: 'AbortError' } }]);
});
