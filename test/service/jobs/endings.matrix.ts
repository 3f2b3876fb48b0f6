import { describe, expect, test } from 'vitest';
import type { JobStatus } from '../../../src/service/states.ts';
import type { OrderedReport } from '../../../src/task/types.ts';
import { CONVERSION, databasesOf, INPUT, type Json, useService } from '../support.ts';
import { startJob } from './started-job.ts';

const HOUR_MS = 3_600_000;

describe.each(databasesOf('endings'))('how jobs end on %s', (kind) => {
  const service = useService(kind);

  test('what the runner found of an address is shown with the input', async () => {
    const job = await startJob(service());
    const [input] = (await job.read()).input;
    expect([input.size, input.content_type]).toEqual([null, null]);
    const found = { id: input.id, filename: 'talk.wav', size: 250_000_000, content_type: 'audio/wav' };
    await job.report(0, { status: 'completed', progress: 100, input: [found], sequence: 9 });
    const read = await job.read();
    expect(read.input[0]).toMatchObject({ filename: 'talk.wav', size: 250_000_000, content_type: 'audio/wav' });
    // One credit for the task, one for each full 100 MB.
    expect(read.spent).toBe(3);
  });

  test('the digest of an input is that of the first report that has one; older workers send none', async () => {
    const job = await startJob(service(), { conversion: [CONVERSION, CONVERSION, CONVERSION] });
    const [input] = (await job.read()).input;
    const found = { id: input.id, filename: 'talk.wav', size: 12, content_type: 'audio/wav' };
    const digest = async () => (await job.read()).input[0].checksum;
    await job.completed(0, { input: [found] });
    expect(await digest()).toBeNull();
    await job.completed(1, { input: [{ ...found, checksum: '0123456789abcdef0123456789abcdef' }] });
    await job.completed(2, { input: [{ ...found, size: 13, checksum: 'ffffffffffffffffffffffffffffffff' }] });
    expect((await job.read()).input[0]).toMatchObject({
      size: 12,
      hash: '0123456789abcdef0123456789abcdef',
      checksum: '0123456789abcdef0123456789abcdef',
    });
  });

  describe('errors', () => {
    test('the first one ends the job: what still runs is stopped and costs nothing, what was done stays', async () => {
      const job = await startJob(service(), { input: [INPUT, INPUT, INPUT, INPUT] });
      await job.completed(0);
      await job.report(1, { progress: 50 });
      expect(await job.failed(2)).toEqual({ cancel: [job.at(1).id], unwanted: [] });
      expect(await job.states()).toEqual(['completed', 'canceled', 'failed', 'canceled']);
      const read = await job.read();
      expect(read).toMatchObject({ status: 'failed', spent: 1 });
      expect(read.errors).toEqual([
        {
          source: 'conversion',
          id_source: job.conversion[0].id,
          code: 3001,
          message: expect.any(String),
          details: { a: 1 },
        },
      ]);
      expect(read.output.map(({ filename }: Json) => filename)).toEqual(['0.mp3']);
    });

    // Columns: fail_on_input_error, fail_on_conversion_error, what fails, how the job ends.
    test.each<[boolean, boolean, 'input' | 'conversion', JobStatus]>([
      [true, true, 'input', 'failed'],
      [true, true, 'conversion', 'failed'],
      [false, true, 'input', 'completed'],
      [false, true, 'conversion', 'failed'],
      [true, false, 'input', 'failed'],
      [true, false, 'conversion', 'completed'],
      [false, false, 'input', 'completed'],
      [false, false, 'conversion', 'completed'],
    ])('flags %s, %s: an error of an %s makes it %s', async (input, conversion, source, status) => {
      const flags = { fail_on_input_error: input, fail_on_conversion_error: conversion };
      for (const failsFirst of [true, false]) {
        const job = await startJob(service(), { input: [INPUT, INPUT], ...flags });
        if (failsFirst) await job.failed(0, source);
        await job.completed(1);
        if (!failsFirst) await job.failed(0, source);
        const read = await job.read();
        expect([read.status, read.errors.length]).toEqual([status, 1]);
        expect(read.input.map((each: Json) => each.status)).toEqual([source === 'input' ? 'failed' : 'ready', 'ready']);
        const kept = status === 'completed' || !failsFirst ? 1 : 0;
        expect([read.output.length, read.spent]).toEqual([kept, kept]);
      }
    });

    test('whatever the flags, a job of which nothing came has failed', async () => {
      const job = await startJob(service(), {
        input: [INPUT, INPUT],
        fail_on_input_error: false,
        fail_on_conversion_error: false,
      });
      await job.failed(0, 'input');
      expect((await job.read()).status).toBe('processing');
      await job.failed(1, 'conversion');
      expect(await job.read()).toMatchObject({ status: 'failed', spent: 0 });
    });

    test.each(['failed', 'canceled'] as const)(
      'a task that is %s without a word fails the job as an error does',
      async (status) => {
        const job = await startJob(service(), { input: [INPUT, INPUT] });
        await job.report(0, { status });
        expect((await job.read()).status).toBe('failed');
        const lenient = await startJob(service(), { input: [INPUT, INPUT], fail_on_conversion_error: false });
        await lenient.report(0, { status });
        await lenient.completed(1);
        expect((await lenient.read()).status).toBe('completed');
      },
    );

    test('warnings are told once, and change no status', async () => {
      const job = await startJob(service(), { input: [INPUT, INPUT] });
      const warnings: OrderedReport['warnings'] = [
        {
          source: 'conversion',
          id_source: job.conversion[0].id,
          code: 'option_unknown',
          message: 'No such option.',
          details: {},
        },
      ];
      await job.completed(0, { warnings });
      await job.completed(1, { warnings });
      const read = await job.read();
      expect([read.status, read.errors, read.warnings.map(({ code }: Json) => code)]).toEqual([
        'completed',
        [],
        [5001],
      ]);
    });
  });

  describe('credits', () => {
    const used = async (keyId: string) =>
      (await service().context.db.selectFrom('credits').select('amount').where('key_id', '=', keyId).execute())
        .map(({ amount }) => amount)
        .sort();

    test('a task holds one from its start, and costs by time and size at its end; nothing where it failed', async () => {
      const job = await startJob(service(), { input: [INPUT, INPUT, INPUT], fail_on_conversion_error: false });
      expect([(await job.read()).spent, await used(job.keyId)]).toEqual([3, [1, 1, 1]]);
      const { db } = service().context;
      await db.updateTable('inputs').set({ size: 250e6 }).where('id', '=', job.input[0].id).execute();
      await job.completed(0, { exec_time: 59.9 });
      await job.completed(1, { exec_time: 125 });
      await job.failed(2);
      // 1 + 2 for 250 MB, 1 + 2 for two minutes.
      expect([(await job.read()).spent, await used(job.keyId)]).toEqual([6, [0, 3, 3]]);
    });

    test('those of 24 hours count, not one minute longer', async () => {
      const { key } = await service().key('free');
      const make = (inputs: number) =>
        service().request('POST', '/v2/jobs', {
          key,
          body: { input: Array(inputs).fill(INPUT), conversion: [CONVERSION], process: true },
        });
      const begun = service().time;
      for (const inputs of [10, 10, 9]) {
        const { status, body } = await make(inputs);
        expect(status).toBe(201);
        for (const task of await service().tasks(body.id)) await service().report(task, { status: 'completed' });
      }
      expect((await make(2)).status).toBe(402);
      expect((await make(1)).status).toBe(201);
      service().time = begun + 24 * HOUR_MS - 60_000;
      expect((await make(1)).status).toBe(402);
      service().time = begun + 24 * HOUR_MS;
      expect((await make(1)).status).toBe(201);
    });
  });
});
