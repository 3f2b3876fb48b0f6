import { expect, test } from 'vitest';
import { plainPdf } from '../../support/plain-pdf.ts';
import { namesIn, pagesOf, startGotenberg, textOf } from './support.ts';

test('converts office files and PDFs for clients of Gotenberg', async () => {
  const { post, get } = await startGotenberg();

  const report = await post('/forms/libreoffice/convert', [['files', 'The report.', 'report.txt']], {
    'gotenberg-output-filename': 'foo',
    'gotenberg-trace': 'a-trace',
  });
  expect([report.status, report.text.slice(0, 60)]).toEqual([200, expect.stringMatching(/^%PDF-/)]);
  expect(report.headers.get('content-type')).toBe('application/pdf');
  expect(report.headers.get('gotenberg-trace')).toBe('a-trace');
  expect(report.filename).toBe('foo.pdf');
  expect(await textOf(report.bytes)).toContain('The report.');

  const parts = await post('/forms/pdfengines/split', [
    ['files', plainPdf(3), 'three.pdf'],
    ['files', plainPdf(1), 'one.pdf'],
    ['splitMode', 'intervals'],
    ['splitSpan', '2'],
  ]);
  expect(parts.headers.get('content-type')).toBe('application/zip');
  expect(await namesIn(parts.bytes)).toEqual(['one_0.pdf', 'three_0.pdf', 'three_1.pdf']);

  const merged = await post('/forms/pdfengines/merge', [
    ['files', plainPdf(3), 'b.pdf'],
    ['files', plainPdf(2), 'a.pdf'],
  ]);
  expect(await pagesOf(merged.bytes)).toBe(5);

  const refused = await post('/forms/libreoffice/convert', [['landscape', 'foo']]);
  expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'text/plain; charset=UTF-8']);
  expect(refused.text).toMatch(/^Invalid form data: no form file found for extensions: \[\.123 /);
  expect(refused.text).toContain(
    `\nform field 'landscape' is invalid (got 'foo', resulting to strconv.ParseBool: parsing "foo": invalid syntax)`,
  );

  const health = await get('/health');
  expect([health.status, JSON.parse(health.text)]).toMatchObject([
    200,
    { status: 'up', details: { chromium: { status: 'up' }, libreoffice: { status: 'up' } } },
  ]);
});
