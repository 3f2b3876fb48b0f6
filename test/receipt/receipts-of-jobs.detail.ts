import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { start } from '../service/local-service.ts';
import { download } from '../service/serve-support.ts';
import type { Json } from '../service/support.ts';

it('a job has the receipts that it was asked for, also as files', async () => {
  const { serve } = await start();
  const source = (await readFile('fixtures/image/landscape.jpg')).toString('base64');
  const input = [{ type: 'base64', source, filename: 'landscape.jpg' }];
  const conversion = [
    { category: 'image', target: 'png', options: { receipt: true } },
    { category: 'image', target: 'webp' },
  ];
  const job: Json = await serve.final((await serve.createJob({ input, conversion })).id);
  expect(job.status, JSON.stringify(job.errors)).toBe('completed');
  const named = (filename: RegExp): Json => job.output.find((output: Json) => filename.test(output.filename));
  const [asked, other] = [named(/png$/), named(/webp$/)];
  const [[, bytes] = []] = await download({ ...job, output: [asked] } as Parameters<typeof download>[0]);
  expect(asked.receipt).toMatchObject({
    input: [{ id: job.input[0].id, filename: 'landscape.jpg', size_bytes: job.input[0].size }],
    output: {
      ...{ id: asked.id, filename: asked.filename, size_bytes: asked.size },
      sha256: createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    },
  });
  const path = (output: Json) => `/v2/jobs/${job.id}/output/${output.id}/receipt`;
  const file = await serve.call('GET', path(asked));
  expect([file.status, file.body]).toEqual([200, asked.receipt]);
  expect(file.headers.get('content-disposition')).toContain(`${asked.filename}.receipt.json`);
  expect(other).not.toHaveProperty('receipt');
  const none = await serve.call('GET', path(other));
  expect([none.status, none.body]).toMatchObject([404, { message: expect.stringContaining('option receipt') }]);
});

it('a job that would lose something fails, if it is strict', async () => {
  const { serve } = await start();
  const source = (await readFile('fixtures/document/hidden-slide.fodp')).toString('base64');
  const job: Json = await serve.final(
    (
      await serve.createJob({
        input: [{ type: 'base64', source, filename: 'hidden-slide.fodp' }],
        conversion: [{ category: 'document', target: 'pdf', options: { strict: 'content' } }],
      })
    ).id,
  );
  expect([job.status, job.output]).toEqual(['failed', []]);
  expect(job.errors).toMatchObject([{ code: 3011, message: expect.stringContaining('strict') }]);
});
