import { createHash, createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readServiceConfig } from '../../../src/service/config.ts';
import { patience } from '../../support/slowness.ts';
import { CONVERSION, INPUT, useService } from '../support.ts';
import { complete, completedJob, type Delivery, receiver, send, status } from './webhook-receiver.ts';

const SOON = { timeout: patience(60_000), interval: 20 };
const ENVIRONMENT = { ALLOWED_ADDRESSES: '127.0.0.1', CALLBACK_DELAYS: '0.05,0.1', HEADER_ALIASES: 'X-Other,X-Third' };
/** The same in each run, because it is in the name of a test. */
const ENCODED_SECRET = `whsec_${createHash('sha256').update('secret').digest('base64')}`;
const FIVE_MINUTES = 5 * 60_000;

const headersOf = (delivery: Delivery) =>
  Object.fromEntries(Object.entries(delivery.headers).map(([name, value]) => [name, String(value)]));

/** Verifies like the receiver in the README. */
const verify = (webhook: Webhook, delivery: Delivery, changes: Record<string, string> = {}, body = delivery.raw) =>
  webhook.verify(body, { ...headersOf(delivery), ...changes });

describe.each([
  [
    'any text',
    'a secret of the operator: ü',
    new Webhook(Buffer.from('a secret of the operator: ü'), { format: 'raw' }),
  ],
  ['base64 behind whsec_', ENCODED_SECRET, new Webhook(ENCODED_SECRET)],
])('callbacks that are signed with %s', (_, secret, webhook) => {
  const service = useService('sqlite', { ...ENVIRONMENT, WEBHOOK_SECRET: secret });

  test('are accepted by the library of Standard Webhooks, unless something was changed or the time is over', async () => {
    const { key } = await service().key();
    const { url, deliveries } = await receiver(status(204));
    send(service());
    const id = await completedJob(service(), key, url);
    await vi.waitFor(() => expect(deliveries).toHaveLength(1), SOON);
    const [delivery] = deliveries as [Delivery];
    expect(verify(webhook, delivery)).toMatchObject({ id, status: 'completed' });
    expect(delivery.headers['webhook-id']).toBe(delivery.headers['x-svc-callback-id']);
    // Older receivers verify this signature, with the text of the secret.
    const digest = createHmac('sha256', secret).update(delivery.raw).digest('hex');
    expect(delivery.headers['x-svc-signature']).toBe(digest);

    const altered = Buffer.from(delivery.raw.toString().replace('completed', 'failed'));
    expect(() => verify(webhook, delivery, {}, altered)).toThrow('No matching signature');
    expect(() => verify(webhook, delivery, { 'webhook-id': 'another' })).toThrow('No matching signature');
    expect(() => verify(new Webhook(Buffer.from('another'), { format: 'raw' }), delivery)).toThrow('No matching');

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + FIVE_MINUTES + 5000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(() => verify(webhook, delivery)).toThrow('too old');
    const now = String(Math.floor(Date.now() / 1000));
    expect(() => verify(webhook, delivery, { 'webhook-timestamp': now })).toThrow('No matching signature');
  });

  test('keep their id and get a new time when they are sent again', async () => {
    const { key } = await service().key();
    let ahead = 0;
    const { url, deliveries } = await receiver((response, _delivery, count) => {
      // Less than a lease: the service still waits for this response.
      ahead = 5000;
      response.writeHead(count === 1 ? 503 : 200).end();
    });
    const began = Math.floor(Date.now() / 1000);
    send(service(), {}, { now: () => Date.now() + ahead });
    await completedJob(service(), key, url);
    await vi.waitFor(() => expect(deliveries).toHaveLength(2), SOON);
    const [first, second] = deliveries as [Delivery, Delivery];
    for (const delivery of [first, second]) expect(() => verify(webhook, delivery)).not.toThrow();
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    const times = [first, second].map(({ headers }) => Number(headers['webhook-timestamp']));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(5);
    expect(times[0]).toBeGreaterThanOrEqual(began);
    expect(times[0]).toBeLessThanOrEqual(first.at / 1000);
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
  });

  test('have the signature under each known prefix, and their ids also under that the job was made with', async () => {
    const { key } = await service().key();
    const { url, deliveries } = await receiver(status(204));
    send(service());
    const make = async (headers: Record<string, string>) => {
      const body = { input: [INPUT], conversion: [CONVERSION], process: true, callback: url };
      const made = await service().request('POST', '/v2/jobs', { headers, body });
      expect(made.status).toBe(201);
      // A later reader of the job does not change that.
      await service().request('GET', `/v2/jobs/${made.body.id}`, { headers: { 'x-third-api-key': key } });
      await complete(service(), made.body.id);
      return made.body.id as string;
    };
    const [other, own] = [await make({ 'X-Other-Api-Key': key }), await make({ 'X-Svc-Api-Key': key })];
    await vi.waitFor(() => expect(deliveries).toHaveLength(2), SOON);
    const prefixed = (id: string) => {
      const headers = deliveries.find(({ job }) => job.id === id)?.headers ?? {};
      const names = Object.keys(headers).filter((name) => name.startsWith('x-'));
      return { headers, names: names.sort() };
    };
    const signatures = ['x-svc', 'x-oc', 'x-api2convert', 'x-other', 'x-third'].map((prefix) => `${prefix}-signature`);
    const ids = ['x-svc-callback-id', 'x-svc-job-id'];
    expect(prefixed(own).names).toEqual([...ids, ...signatures].sort());
    const { headers, names } = prefixed(other);
    expect(names).toEqual([...ids, 'x-other-callback-id', 'x-other-job-id', ...signatures].sort());
    for (const name of ['callback-id', 'job-id']) expect(headers[`x-other-${name}`]).toBe(headers[`x-svc-${name}`]);
    const delivery = deliveries.find(({ job }) => job.id === other);
    const digest = createHmac('sha256', secret)
      .update(delivery?.raw ?? '')
      .digest('hex');
    expect(signatures.map((name) => headers[name])).toEqual(signatures.map(() => digest));
    expect(headers['x-other-job-id']).toBe(other);
  });
});

describe('callbacks without a secret', () => {
  const service = useService('sqlite', ENVIRONMENT);

  test('carry no signature, as no receiver could verify it', async () => {
    const { key } = await service().key();
    const { url, deliveries } = await receiver(status(204));
    send(service());
    await completedJob(service(), key, url);
    await vi.waitFor(() => expect(deliveries).toHaveLength(1), SOON);
    const names = Object.keys(deliveries[0]?.headers ?? {});
    expect(names).toContain('x-svc-callback-id');
    expect(names.filter((name) => /signature|^webhook-/.test(name))).toEqual([]);
  });
});

describe('WEBHOOK_SECRET', () => {
  const read = (secret: string) => readServiceConfig({ WEBHOOK_SECRET: secret }, {}, 2).webhookSecret;

  test.each(['whsec_', 'whsec_not base64', 'whsec_YWJjZA', 'whsec_YWJj=ZA='])('%s is refused', (secret) => {
    expect(() => read(secret)).toThrow('WEBHOOK_SECRET begins with whsec_, so base64 must follow');
  });

  test.each(['whsec_YWJj', ENCODED_SECRET, 'any text', 'xwhsec_'])('%s is taken', (secret) => {
    expect(read(secret)).toBe(secret);
  });
});
