import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { dataUrl, onlyFile, pdfText, run, useFolders } from './support.ts';
import { useSite } from './web-server.ts';

useFolders();
const site = useSite(() => ({
  '/page': '<p>page<img src="/gone.png?key=secret"><link rel=stylesheet href="/a.css">',
  '/a.css': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/css' }).end('');
  },
  '/sold-out': (_, response) => {
    response.writeHead(410, { 'content-type': 'text/html' }).end('<p>sold out');
  },
  '/script': '<p>page<script>setTimeout(() => { throw new TypeError("broken") })</script><script>nothing()</script>',
  '/caught': '<p>page<script>try { nothing() } catch {} console.error("only written")</script>',
}));

const open = (path: string, options: object) =>
  run(
    {
      conversion: { category: 'document', target: 'pdf' },
      input: [{ source: site.url(path), engine: 'screenshot_pdf', options }],
    },
    { allow: site.host },
  );
const upload = (html: string, options: object, allow = '') =>
  run(
    {
      conversion: { category: 'document', target: 'pdf', options: { engine: 'chromium', ...options } },
      input: [{ source: dataUrl(html), filename: 'page.html' }],
    },
    { allow },
  );

describe('the status of the page', () => {
  it('fails the conversion if it is one of those, and otherwise shows what came', async () => {
    expect((await open('/sold-out', {})).report.errors).toMatchObject([{ code: 'input_not_found' }]);
    expect((await open('/sold-out', { fail_on_status: [410] })).report.errors).toMatchObject([
      { code: 'input_not_found', details: { status: 410 } },
    ]);
    for (const fail_on_status of [[], [404, 599]]) {
      expect(await pdfText(onlyFile(await open('/sold-out', { fail_on_status })))).toContain('sold out');
    }
    expect((await open('/page', { fail_on_status: [299] })).report.status).toBe('failed');
  });
});

describe('the status of a resource', () => {
  it.each([[[404]], [[499, 599]]])('fails the conversion if it is in %j', async (fail_on_resource_status) => {
    const { report } = await open('/page', { fail_on_resource_status });
    expect(report.errors).toMatchObject([
      {
        code: 'conversion_failed',
        details: {
          option: 'fail_on_resource_status',
          resources: [{ address: site.url('/gone.png'), status: 404 }],
        },
      },
    ]);
    expect(JSON.stringify(report)).not.toContain('secret');
  });

  it('does not if it is another one, or of a host that is left out of account', async () => {
    for (const options of [
      {},
      { fail_on_resource_status: [403, 599] },
      { fail_on_resource_status: [404], ignore_resource_status_hosts: ['127.0.0.1:1'] },
    ]) {
      expect((await open('/page', options)).codes).toEqual([]);
    }
    const other = { fail_on_resource_status: [404], ignore_resource_status_hosts: ['example.com'] };
    expect((await open('/page', other)).report.status).toBe('failed');
  });
});

describe('a resource that cannot be loaded', () => {
  const failed = (resources: object[]) => [
    { code: 'conversion_failed', details: { option: 'fail_on_resource_error', resources } },
  ];

  it('fails the conversion where its file did not come with the page', async () => {
    const page = '<link rel=stylesheet href=a.css><p>page';
    const { report } = await upload(page, { fail_on_resource_error: true });
    expect(report.errors).toMatchObject(
      failed([{ address: 'a.css', type: 'stylesheet', error: 'ERR_FILE_NOT_FOUND' }]),
    );
    expect((await upload(page, {})).report.status).toBe('completed');
    expect((await upload('<p>page', { fail_on_resource_error: true })).codes).toEqual([]);
  });

  it('fails it where its server cannot be reached, or its address is refused', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const page = `<p>page<img src="http://127.0.0.1:${port}/a.png">`;
    const options = { fail_on_resource_error: true, allow_network: true };
    const address = `http://127.0.0.1:${port}/a.png`;
    expect((await upload(page, options, `127.0.0.1`)).report.errors).toMatchObject(
      failed([{ address, type: 'image', error: 'ERR_CONNECTION_REFUSED' }]),
    );
    expect((await upload(page, options)).report.errors).toMatchObject(
      failed([{ address, type: 'image', error: 'ERR_BLOCKED_BY_CLIENT' }]),
    );
    expect((await upload(page, { allow_network: true })).report.status).toBe('completed');
  });
});

describe('an error of a script', () => {
  it('fails the conversion if nothing catches it', async () => {
    const { report } = await open('/script', { fail_on_console_errors: true, delay: 300 });
    const errors = ['ReferenceError: nothing is not defined', 'TypeError: broken'];
    expect(report.errors).toMatchObject([
      { code: 'conversion_failed', details: { option: 'fail_on_console_errors', errors } },
    ]);
    expect((await open('/script', {})).codes).toEqual([]);
  });

  it('does not if it is caught, or only written to the console', async () => {
    expect((await open('/caught', { fail_on_console_errors: true })).codes).toEqual([]);
  });
});
