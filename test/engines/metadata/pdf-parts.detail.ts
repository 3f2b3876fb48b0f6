import { dirname } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { makeSignedPdf } from '../document/operations/make-signed.ts';
import { fixture, metadataOf, scratchFolder } from './support.ts';

const scratch = await scratchFolder();
const folder = dirname(scratch('x'));

it('a signed PDF has its signatures, the last of two over the whole file', async () => {
  const { pdf } = await metadataOf(await makeSignedPdf(folder, 'signed.pdf', { fields: 2 }));
  expect(pdf?.form).toBe('AcroForm');
  expect(pdf?.form_fields).toMatchObject({ count: 2, items: [{ type: 'signature' }, { type: 'signature' }] });
  expect(pdf?.signatures?.count).toBe(2);
  for (const signature of pdf?.signatures?.items ?? []) expect(signature.type).toMatch(/pkcs7/);
});

it('a field that waits for its signature is none', async () => {
  const { pdf } = await metadataOf(await makeSignedPdf(folder, 'unsigned.pdf', { empty: true }));
  expect(pdf?.form_fields?.count).toBe(1);
  expect(pdf?.signatures).toBeUndefined();
});

it('the size of each page is there, and how far it is turned', async () => {
  const path = scratch('turned.pdf');
  const report = fixture('document/report.pdf');
  await execa('qpdf', ['--empty', '--pages', report, report, '--', '--rotate=+90:2', path]);
  const { pdf } = await metadataOf(path);
  expect(pdf?.page_sizes_points).toMatchObject({
    count: 2,
    items: [{ rotation_degrees: 0 }, { rotation_degrees: 90 }],
  });
});

it('a linearized PDF is so', async () => {
  const path = scratch('linear.pdf');
  await execa('qpdf', [fixture('document/report.pdf'), '--linearize', path]);
  expect((await metadataOf(path)).pdf?.linearized).toBe(true);
  expect((await metadataOf(fixture('document/report.pdf'))).pdf?.linearized).toBe(false);
});
