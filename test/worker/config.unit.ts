import { describe, expect, it } from 'vitest';
import { readWorkerConfig, type WorkerFlags } from '../../src/worker/config.ts';

const URL_OF_BROKER = 'amqp://user:secret@broker:5672/vhost';
const read = (env: NodeJS.ProcessEnv, flags: WorkerFlags = {}) =>
  readWorkerConfig({ AMQP_URL: URL_OF_BROKER, ...env }, flags, 4);

describe('the settings of a worker', () => {
  it('have defaults', () => {
    const config = read({ DATA_DIR: '/data' });
    expect(config).toMatchObject({
      amqpUrl: URL_OF_BROKER,
      concurrency: 4,
      workRoot: '/data/work',
      outputStore: '/data/outputs',
      allowedStores: [],
      allowedSources: [],
      host: '127.0.0.1',
      port: 8080,
      retryDelaysMs: [5000, 30_000, 120_000, 600_000],
      graceMs: 25_000,
      logLevel: 'info',
    });
    expect(config.categories).toEqual(expect.arrayContaining(['archive', 'audio', 'hash']));
    expect(read({ DATA_DIR: '' }).workRoot).toBe(read({}).workRoot);
  });

  it('are taken from the flags first', () => {
    const env = { CATEGORIES: 'archive,audio,hash', CONCURRENCY: '1', OUTPUT_STORE: '/env', PORT: '1' };
    const flags = {
      amqpUrl: 'amqps://b',
      categories: 'audio, archive',
      concurrency: '2',
      outputStore: '/flag',
      port: '2',
    };
    expect(read(env, flags)).toMatchObject({
      amqpUrl: 'amqps://b',
      categories: ['audio', 'archive'],
      concurrency: 2,
      outputStore: '/flag',
      port: 2,
    });
    expect(read(env)).toMatchObject({
      categories: ['archive', 'audio', 'hash'],
      concurrency: 1,
      outputStore: '/env',
      port: 1,
    });
  });

  it('have categories for a worker only out of those that are offered', () => {
    const env = { CATEGORIES: 'archive,hash' };
    expect(() => read(env, { categories: 'hash,audio' })).toThrow(
      '--categories names audio, which is left out here by CATEGORIES=archive,hash',
    );
    expect(() => read({ ...env, WARM_UP: 'document' })).toThrow(/WARM_UP names document, .*CATEGORIES=archive,hash/);
  });

  it('have lists separated by commas, and no tries again where the list is empty', () => {
    const config = read({
      RETRY_DELAYS: ' 0.5, 2 ',
      ALLOWED_STORES: 's3://one/a, /two',
      ALLOWED_SOURCES: 'file:///in/,s3://two/b/',
    });
    expect(config.retryDelaysMs).toEqual([500, 2000]);
    expect(config.allowedStores).toEqual(['s3://one/a', '/two']);
    expect(config.allowedSources).toEqual(['file:///in/', 's3://two/b/']);
    expect(read({ RETRY_DELAYS: '' }).retryDelaysMs).toEqual([]);
  });

  it('have a time limit for each category, for all, and for one', () => {
    const limits = (env: NodeJS.ProcessEnv) => {
      const { timeoutMs } = read(env);
      return ['hash', 'audio', 'image', 'unheard-of'].map((category) => timeoutMs(category) / 1000);
    };
    expect(limits({})).toEqual([1500, 1500, 300, 900]);
    expect(limits({ TASK_TIMEOUT: '60', TASK_TIMEOUT_AUDIO: '90' })).toEqual([60, 90, 60, 900]);
  });

  it('refuse a time limit that the broker would not wait for', () => {
    expect(read({ TASK_TIMEOUT: '1680' }).timeoutMs('hash')).toBe(1_680_000);
    expect(() => read({ TASK_TIMEOUT: '1681' })).toThrow(/1681 s.*1680 s.*TASK_TIMEOUT.*CONSUMER_TIMEOUT/);
    expect(() => read({ TASK_TIMEOUT_HASH: '2000' })).toThrow(/hash.*TASK_TIMEOUT_HASH/);
    expect(read({ TASK_TIMEOUT: '7000', CONSUMER_TIMEOUT: '7200' }).timeoutMs('audio')).toBe(7_000_000);
    expect(() => read({ CONSUMER_TIMEOUT: '600' })).toThrow(/480 s/);
  });

  it.each([
    ['AMQP_URL', ''],
    ['AMQP_URL', 'broker:5672'],
    ['AMQP_URL', 'https://user:secret@broker/'],
    ['CATEGORIES', 'hash,film'],
    ['CONCURRENCY', '0'],
    ['CONCURRENCY', 'many'],
    ['OUTPUT_STORE', 'ftp://secret@host/'],
    ['OUTPUT_STORE', 's3://'],
    ['ALLOWED_STORES', '/fine,https://host/'],
    ['ALLOWED_SOURCES', '/folder'],
    ['ALLOWED_SOURCES', 'https://host/'],
    ['ALLOWED_SOURCES', 'file://host/x%2Fy'],
    ['ALLOWED_SOURCES', 'S3://bucket/'],
    ['ALLOWED_ADDRESSES', '10.0.0.0/99'],
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['TASK_TIMEOUT', '-1'],
    ['TASK_TIMEOUT', '1.5'],
    ['TASK_TIMEOUT_ARCHIVE', 'long'],
    ['CONSUMER_TIMEOUT', '100'],
    ['CONSUMER_TIMEOUT', '3000000'],
    ['RETRY_DELAYS', '1,x'],
    ['RETRY_DELAYS', '0'],
    ['RETRY_DELAYS', '90000'],
    ['SHUTDOWN_GRACE', '0'],
    ['SHUTDOWN_GRACE', '2147484'],
    ['MAX_MESSAGE_SIZE', '1 MB'],
    ['MAX_INPUT_SIZE', 'big'],
    ['LOG_LEVEL', 'loud'],
  ])('say what is wrong with %s = "%s"', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name}\\b`));
    try {
      read({ [name]: value });
    } catch (error) {
      expect(String(error)).not.toContain('secret');
    }
  });
});
