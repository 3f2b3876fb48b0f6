import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../src/task/errors.ts';
import type { Task } from '../../src/task/types.ts';
import { createLogger, createTaskLogger, hideSecrets, type LogLevel, urlForLog } from '../../src/telemetry/log.ts';
import { processorTime } from '../support/slowness.ts';

const TASK: Task = {
  id: 'task-1',
  job_id: 'job-1',
  conversion: { id: 'c-1', category: 'audio', target: 'mp3', options: {} },
  input: [],
  output: { store: null },
};

function capture(level: LogLevel = 'info') {
  const lines: string[] = [];
  const logger = createLogger({ level, stream: { write: (line) => lines.push(line) } });
  return { logger, lines, records: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

/** Text, its secret part, and the part that has to stay. */
const SECRETS: [text: string, secret: string, stays: string][] = [
  ['amqp://worker:hunter2@broker.internal:5672/vhost', 'hunter2', 'broker.internal:5672/vhost'],
  ['amqps://hunter2@broker', 'hunter2', '@broker'],
  ['cannot reach "amqp://worker:hunter2@broker": refused', 'hunter2', '@broker": refused'],
  ['amqp://worker:p@hunter2@broker/', 'hunter2', '@broker/'],
  ['amqp://worker:hunter/2?#@broker', 'hunter/2?#', '@broker'],
  ['amqp://worker:12#hunter2@broker', 'hunter2', '@broker'],
  [`amqp://worker:${encodeURIComponent('hunter/2')}@broker`, 'hunter%2F2', '@broker'],
  ['https://s3.example/b/k?X-Amz-Date=1&X-Amz-Signature=abc123&x=1', 'abc123', 'https://s3.example/b/k?X-Amz-Date=1'],
  ['https://s3.example/k?X-Amz-Credential=AKIA1%2F2026&a=1', 'AKIA1', '&a=1'],
  ['https://s3.example/k?X-Amz-Security-Token=IQoJb3', 'IQoJb3', 's3.example/k'],
  ['https://s3.example/k?AWSAccessKeyId=AKIA1&Signature=abc%3D&Expires=5', 'abc%3D', 'Expires=5'],
  ['https://a.example/f.wav?token=abc123 was not found', 'abc123', 'was not found'],
  ['https://a.blob.example/f?sv=2024&sig=abc123', 'abc123', 'sv=2024'],
  ['https://maps.example/f?key=abc123', 'abc123', 'maps.example'],
  ['https://proxy.example/?u=https%3A%2F%2Fb.example%2Ff%3Ftoken%3Dabc123', 'abc123', 'proxy.example'],
  ['https://cdn.example/f?Key-Pair-Id=K2ABC', 'K2ABC', 'cdn.example'],
  ['Authorization: Bearer abc.123\r\nHost: a.example', 'abc.123', 'Host: a.example'],
  ['{"filename": "a.zip", "decrypt_password": "hun\\"ter2"}', 'hun\\"ter2', '"a.zip"'],
  [
    JSON.stringify({ body: JSON.stringify({ token: 'ab"c', a: 'stays' }) }),
    JSON.stringify('ab\\"c').slice(1, -1),
    'stays',
  ],
  ['AWS_SECRET_ACCESS_KEY=wJalrXUt/bPx ended', 'wJalrXUt/bPx', 'ended'],
];

describe('hideSecrets', () => {
  it.each(SECRETS)('%s', (text, secret, stays) => {
    expect(text).toContain(secret);
    expect(hideSecrets(text)).not.toContain(secret);
    expect(hideSecrets(text)).toContain(stays);
    expect(hideSecrets(hideSecrets(text))).toBe(hideSecrets(text));
  });

  it.each([
    'https://example.org/@user/talk.wav?size=10&x=a@b.example',
    'https://example.org:8443/@user/a:b@c',
    'http://[::1]:8080/a@b',
    'amqp://localhost:5672/%2F',
    'ffmpeg: frame=10 fps=25 key=audio.mp3',
    's3://bucket/prefix/file@2x.png',
    'The input is encrypted and no decrypt_password was given.',
  ])('leaves %s', (text) => {
    expect(hideSecrets(text)).toBe(text);
  });

  it('takes a time that grows with the text, not faster, whatever the text', () => {
    for (const part of [
      'a',
      '://',
      '://a:',
      'a.-',
      'password',
      'password" ',
      'token\\":',
      'token\\":\\"',
      '?key',
      'x-',
      '\\"',
      'https://a:b',
    ]) {
      const text = part.repeat(100_000 / part.length);
      expect(
        processorTime(() => hideSecrets(text)),
        part,
      ).toBeLessThan(2000);
    }
  });
});

describe('urlForLog', () => {
  it.each([
    ['amqp://worker:hunter2@broker:5672/vhost?heartbeat=5', 'amqp://broker:5672/vhost'],
    ['https://u:p@s3.example/b/k?X-Amz-Signature=abc#part', 'https://s3.example/b/k'],
    ['amqp://worker:12#hunter2@broker', 'amqp://broker'],
    ['s3://bucket/prefix/', 's3://bucket/prefix/'],
    ['file:///srv/outputs/', 'file:///srv/outputs/'],
    ['data:text/plain;base64,aHVudGVyMg==', 'data:'],
    ['/srv/outputs', '/srv/outputs'],
    ['amqp://worker:hunter/2@broker:x', 'amqp://***@broker:x'],
  ])('%s', (url, expected) => {
    expect(urlForLog(url)).toBe(expected);
  });
});

describe('a log line', () => {
  it('is one JSON object with a time, a level in words, and the task', () => {
    const { logger, lines, records } = capture();
    const before = Date.now();
    createTaskLogger(logger, TASK).warn({ attempt: 2 }, 'taken');
    createTaskLogger(logger, TASK).debug('below the level');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    const { time, ...rest } = records()[0] ?? {};
    expect(rest).toEqual({
      level: 'warn',
      task_id: 'task-1',
      job_id: 'job-1',
      category: 'audio',
      target: 'mp3',
      attempt: 2,
      msg: 'taken',
    });
    expect(new Date(String(time)).toISOString()).toBe(time);
    const at = Date.parse(String(time));
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it('cuts names that a message made long', () => {
    const { logger, lines } = capture();
    const conversion = { ...TASK.conversion, category: 'c'.repeat(100_000), target: 't'.repeat(100_000) };
    createTaskLogger(logger, { ...TASK, conversion }).info('taken');
    expect(lines[0]?.length).toBeLessThan(500);
  });

  it.each(SECRETS)('holds no secret, wherever it is given: %s', (text, secret) => {
    const write = (logger: ReturnType<typeof createLogger>) => {
      const cause = new Error(text);
      logger.info(text);
      logger.info({ url: text, source: text, deep: { list: [text], url: text } }, 'in fields');
      logger.info('in arguments: %s %j', text, { text });
      logger.child({ store: text }).info('in bindings');
      logger.error(new ConversionError('internal', text, { log: text, cause }), 'in an error');
      logger.error({ err: new AggregateError([cause], text) }, 'in several errors');
      logger.info({ json: JSON.stringify({ text }) }, 'as JSON');
    };
    const escaped = JSON.stringify(secret).slice(1, -1);
    const holdsSecret = (line: string) =>
      [secret, escaped, JSON.stringify(escaped).slice(1, -1)].some((each) => line.includes(each));
    const { logger, lines, records } = capture('debug');
    write(logger);
    expect(records()).toHaveLength(7);
    expect(lines.filter(holdsSecret)).toEqual([]);

    // The control: with pino alone the log has the secrets.
    const raw: string[] = [];
    write(pino({ level: 'debug' }, { write: (line: string) => raw.push(line) }));
    expect(raw.filter(holdsSecret)).toHaveLength(7);
  });

  it('holds no value under the name of a secret', () => {
    const { logger, lines, records } = capture();
    const input = { filename: 'a.zip', credentials: { decrypt_password: 'hunter2' } };
    logger.info({ input: [input], token: 123456789, download_password: 'hunter2', password: null });
    expect(JSON.stringify(input)).toContain('hunter2');
    expect(lines[0]).not.toMatch(/hunter2|123456789/);
    expect(records()[0]).toMatchObject({
      input: [{ filename: 'a.zip', credentials: '***' }],
      token: '***',
      password: null,
    });
  });

  it('has the code and message of an error, and the stack of defects alone', () => {
    const { logger, records } = capture('info');
    const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    const log = '/srv/work/1: stderr of a program';
    logger.error({ err: new ConversionError('input_damaged', 'The input is damaged.', { log, cause: missing }) });
    logger.error(new ConversionError('internal', 'A defect.'));
    logger.error({ err: new TypeError('x is undefined') });
    logger.error({ err: 'no error at all' });
    expect(records()[0]?.err).toEqual({
      type: 'ConversionError',
      code: 'input_damaged',
      message: 'The input is damaged.',
      log,
      cause: { type: 'Error', code: 'ENOENT', message: 'no such file' },
    });
    expect(records()[1]).toMatchObject({ msg: 'A defect.', err: { code: 'internal' } });
    expect(records()[1]?.err).toHaveProperty('stack', expect.stringContaining('log.test.ts'));
    expect(records()[2]?.err).toHaveProperty('stack', expect.stringContaining('log.test.ts'));
    expect(records()[3]?.err).toBe('no error at all');
  });

  it('has every stack at level debug, and ends where causes go round', () => {
    const { logger, records } = capture('debug');
    const error = new ConversionError('input_damaged', 'The input is damaged.');
    error.cause = error;
    logger.error({ err: error });
    expect(records()[0]?.err).toHaveProperty('stack', expect.stringContaining('log.test.ts'));
    expect(records()[0]?.err).toHaveProperty('cause.cause.code', 'input_damaged');
  });

  it('goes to stdout, the last one before an exit too', async () => {
    const module = join(import.meta.dirname, '..', '..', 'src', 'telemetry', 'log.ts');
    const script = `
      const { createLogger } = await import(${JSON.stringify(module)});
      const logger = createLogger({ level: 'info' });
      for (let count = 1; count <= 100; count += 1) logger.info({ count }, 'amqp://worker:hunter2@broker');
      process.exit(3);`;
    const failed = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ code: 3, stderr: '', stdout: expect.stringContaining('"count":100,') });
    expect(failed).toMatchObject({ stdout: expect.not.stringContaining('hunter2') });
  });
});
