import { describe, expect, it } from 'vitest';
import { patience } from '../../../support/slowness.ts';
import { onlyFile, pdfText, run, useFolders } from './support.ts';
import { useSite } from './web-server.ts';

useFolders();
const site = useSite(() => ({
  '/later': `<p id=p>early</p><script>setTimeout(() => { p.textContent = "late"; window.state = "done" }, ${patience(700)})</script>`,
  // Two requests without an end.
  '/open': `<p>page</p><script>onload = () => { fetch("/endless"); fetch("/endless") }</script>`,
  '/endless': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('x');
  },
}));

const seconds = (count: number) => Math.min(120, Math.ceil(patience(count)));
const open = (path: string, options: object) =>
  run(
    {
      conversion: { category: 'document', target: 'pdf' },
      input: [{ source: site.url(path), engine: 'screenshot_pdf', options }],
    },
    { allow: site.host },
  );
const text = async (path: string, options: object) => pdfText(onlyFile(await open(path, options)));

describe('an expression that is waited for', () => {
  it.each([
    'window.state === "done"',
    '(async () => window.state === "done")()',
    'window.state',
    // A comment at its end.
    'window.state // set by a timer',
  ])('%s', async (wait_for_expression) => {
    expect(await text('/later', { wait_for_expression })).toContain('late');
  });

  it('is not waited for if it is left out', async () => {
    expect(await text('/later', {})).toContain('early');
  });

  it.each([
    ['is never true', 'window.never', 'was not true'],
    ['throws', 'missing.name', 'ReferenceError: missing is not defined'],
    ['rejects', 'Promise.reject(new Error("no"))', 'Error: no'],
    ['is none', '1 +', 'SyntaxError'],
    ['never settles', 'new Promise(() => {})', 'was not true'],
  ])('and %s is an error', async (_, wait_for_expression, message) => {
    const { report } = await open('/later', { wait_for_expression, load_timeout: seconds(3) });
    expect(report.errors).toMatchObject([
      {
        code: 'option_unsupported',
        message: expect.stringContaining(message),
        details: { option: 'wait_for_expression' },
      },
    ]);
  });
});

it('two open requests are few enough for network_almost_idle, and too many for the others', async () => {
  const few = await open('/open', { wait_until: 'network_almost_idle', load_timeout: seconds(10) });
  expect([few.codes, await pdfText(onlyFile(few))]).toEqual([[], expect.stringContaining('page')]);
  for (const wait_until of ['load', 'network_idle']) {
    const { report } = await open('/open', { wait_until, load_timeout: seconds(3) });
    expect(report.warnings).toMatchObject([{ code: 'output_limited', message: expect.stringContaining('requests') }]);
  }
});
