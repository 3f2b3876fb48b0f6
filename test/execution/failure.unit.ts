import { describe, expect, it } from 'vitest';
import { PublishError } from '../../src/execution/amqp/publisher.ts';
import { classifyFailure } from '../../src/execution/failure.ts';
import { ConversionError } from '../../src/task/errors.ts';

const withCode = (code: string) => Object.assign(new Error('it failed'), { code });
const sqlite = (errcode: number) => Object.assign(new Error('it failed'), { code: 'ERR_SQLITE_ERROR', errcode });
const s3 = (httpStatusCode: number) => Object.assign(new Error('it failed'), { $metadata: { httpStatusCode } });

describe('an error of the infrastructure', () => {
  it.each([
    ['a lost connection of PostgreSQL', withCode('08006')],
    ['a read-only transaction', withCode('25006')],
    ['a deadlock', withCode('40P01')],
    ['a full disk of PostgreSQL', withCode('53100')],
    ['too many connections', withCode('53300')],
    ['a lock that was not given in time', withCode('55P03')],
    ['a statement that took too long', withCode('57014')],
    ['a restart', withCode('57P01')],
    ['a connection that pg lost', new Error('Connection terminated unexpectedly')],
    ['a channel that ends', new Error('channel closed')],
    ['an answer of PostgreSQL that did not come', new Error('Query read timeout')],
    ['a busy SQLite', sqlite(5)],
    ['a full disk of SQLite', sqlite(13)],
    ['an extended code of SQLite, IOERR_WRITE', sqlite(10 | (3 << 8))],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a full disk', withCode('ENOSPC')],
    ['a read-only disk', withCode('EROFS')],
    ['a broker that did not confirm', new PublishError('the channel to the broker is closed')],
    ['S3 that asks to slow down', s3(503)],
    ['S3 that has had too many requests', s3(429)],
    ['a store that failed', new ConversionError('output_store_failed', 'The store is away.')],
    ['one of these as a cause', new Error('it failed', { cause: withCode('ECONNRESET') })],
  ])('may pass: %s', (_name, error) => {
    expect(classifyFailure(error)).toBe('retry');
  });

  it.each([
    ['a value out of range', withCode('22003')],
    ['a constraint', withCode('23505')],
    ['an unknown column', withCode('42703')],
    ['a constraint of SQLite', sqlite(19)],
    ['a missing file', withCode('ENOENT')],
    ['S3 that refuses the keys', s3(403)],
    ['a wrong option', new ConversionError('option_invalid', 'It is wrong.')],
    ['a defect', new TypeError('x is not a function')],
    ['what nobody knows', new Error('it failed')],
    ['what is no error', 'it failed'],
    ['nothing', null],
  ])('comes again: %s', (_name, error) => {
    expect(classifyFailure(error)).toBe('reject');
  });

  it.each([
    ['a wrong password', withCode('28P01')],
    ['a missing database', withCode('3D000')],
    ['a certificate that has expired', withCode('CERT_HAS_EXPIRED')],
    ['damaged data', withCode('XX001')],
    ['a damaged file of SQLite', sqlite(11)],
  ])('needs an operator: %s', (_name, error) => {
    expect(classifyFailure(error)).toBe('fatal');
  });
});
