import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { serve as serveHttp } from '../../files/helpers/server.ts';
import { plainPdf } from '../../support/plain-pdf.ts';
import { waitFor } from '../../worker/support.ts';
import { query } from '../local-service.ts';
import { namesIn, pagesOf, saved, startGotenberg, textOf } from './support.ts';

const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` });

describe('access', () => {
  test('needs a key, as the password of basic authentication or in a header', async () => {
    const { post, get, serve } = await startGotenberg({ GOTENBERG_API: 'keys' });
    const flatten = (headers: Record<string, string> = {}) =>
      post('/forms/pdfengines/flatten', [['files', plainPdf(1), 'one.pdf']], headers);

    const without = await flatten();
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /)]);
    expect((await flatten(basic('wrong'))).status).toBe(401);
    expect((await flatten(basic(serve.key))).status).toBe(200);
    expect((await flatten({ 'x-svc-api-key': serve.key })).status).toBe(200);

    expect((await get('/health')).status).toBe(200);
    expect((await get('/version')).status).toBe(401);
    expect((await get('/version', basic(serve.key))).status).toBe(200);
    // Basic credentials mean nothing elsewhere: they may be those of a proxy.
    expect((await get('/v2/jobs', basic(serve.key))).status).toBe(401);
  });

  test('needs none in an open network, whose clients see no jobs; pages of others are refused', async () => {
    const { post, get, serve, installation } = await startGotenberg();
    const flatten = (headers: Record<string, string> = {}) =>
      post('/forms/pdfengines/flatten', [['files', plainPdf(1), 'one.pdf']], headers);

    expect((await flatten()).status).toBe(200);
    expect((await flatten({ origin: 'https://other.example' })).status).toBe(403);
    expect((await flatten({ origin: serve.url })).status).toBe(200);

    expect((await get('/v2/jobs')).status).toBe(401);
    const jobs = await get('/v2/jobs', { 'x-svc-api-key': serve.key });
    expect([jobs.headers.get('x-count'), jobs.text]).toEqual(['0', '']);
    // Their files are removed at the next look for what has expired.
    await expect
      .poll(() => query(installation.folder, 'SELECT expires_at - modified_at AS kept FROM jobs'))
      .toSatisfy((rows: { kept: number }[]) => rows.length === 2 && rows.every(({ kept }) => kept < 60_000));
  });

  test('is off by default', async () => {
    const { post, get } = await startGotenberg({ GOTENBERG_API: 'off' });

    expect((await post('/forms/pdfengines/flatten', [['files', plainPdf(1), 'one.pdf']])).status).toBe(404);
    expect((await get('/version')).status).toBe(404);
    expect(JSON.parse((await get('/health')).text)).toEqual({ status: 'ready' });
  });
});

describe('forms', () => {
  test('are refused in the words of Gotenberg', async () => {
    const { post, serve } = await startGotenberg();
    const refusal = async (path: string, ...parts: Parameters<typeof post>[1]) => {
      const { status, text } = await post(path, parts);
      return [status, text];
    };
    const pdf = ['files', plainPdf(1), 'one.pdf'] as const;

    expect(await refusal('/forms/pdfengines/split')).toEqual([
      400,
      [
        "Invalid form data: form field 'splitMode' is required",
        "form field 'splitSpan' is required",
        'no form file found for extensions: [.pdf]',
      ].join('\n'),
    ]);
    expect(await refusal('/forms/pdfengines/metadata/write', pdf, ['metadata', 'foo'])).toEqual([
      400,
      "Invalid form data: form field 'metadata' is invalid (got 'foo', resulting to unmarshal metadata: invalid character 'o' in literal false (expecting 'a'))",
    ]);
    expect(await refusal('/forms/pdfengines/watermark', pdf, ['watermarkSource', 'image'])).toEqual([
      400,
      'Invalid form data: a watermark file is required for image or pdf source',
    ]);
    expect(await refusal('/forms/pdfengines/encrypt', pdf)).toEqual([
      400,
      "Invalid form data: a 'userPassword' or 'ownerPassword' is required",
    ]);
    expect(await refusal('/forms/pdfengines/convert', pdf, ['pdfa', 'foo'])).toEqual([
      400,
      'The requested PDF format is not supported, or no PDF engine could apply it. Valid formats include PDF/A-1b, PDF/A-2b, PDF/A-3b, and PDF/UA.',
    ]);
    expect(await refusal('/forms/chromium/convert/url', ['url', 'file:///etc/passwd'])).toEqual([
      400,
      'file:// URLs are not accepted on this route. Use the /convert/html or /convert/markdown routes to render local HTML',
    ]);

    const json = await fetch(`${serve.url}/forms/pdfengines/merge`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([json.status, await json.text()]).toEqual([
      415,
      "Invalid 'Content-Type' header value: want 'multipart/form-data'",
    ]);
    const cut = await fetch(`${serve.url}/forms/pdfengines/merge`, {
      method: 'POST',
      body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([cut.status, await cut.text()]).toEqual([
      400,
      "Malformed body: it does not match the 'Content-Type' header boundaries",
    ]);
  });
});

describe('PDFs', () => {
  test('are marked, turned, protected and described', async () => {
    const { post } = await startGotenberg();

    const marked = await post('/forms/pdfengines/stamp', [
      ['files', plainPdf(2), 'two.pdf'],
      ['stampSource', 'text'],
      ['stampExpression', 'MARKONE'],
      ['stampPages', '1-2'],
      ['stampOptions', '{"rotation":0,"position":"tl","scale":"0.2 abs"}'],
      ['stampSource', 'text'],
      ['stampExpression', 'MARKTWO'],
      ['stampPages', '2'],
      ['stampOptions', '{"rot":"0","position":"br","scale":"0.2 abs"}'],
    ]);
    const text = await textOf(marked.bytes);
    expect([text.split('MARKONE').length - 1, text.split('MARKTWO').length - 1]).toEqual([2, 1]);

    const laid = await post('/forms/pdfengines/watermark', [
      ['files', plainPdf(1), 'one.pdf'],
      ['watermarkSource', 'pdf'],
      ['watermark', marked.bytes, 'mark.pdf'],
    ]);
    expect(await textOf(laid.bytes)).toContain('MARKONE');

    const turned = await post('/forms/pdfengines/rotate', [
      ['files', plainPdf(2), 'two.pdf'],
      ['rotateAngle', '90'],
      ['rotatePages', '2'],
    ]);
    const { stdout } = await execa('pdfinfo', ['-f', '1', '-l', '2', await saved(turned.bytes)]);
    expect([...stdout.matchAll(/rot: +(\d+)/g)].map(([, angle]) => angle)).toEqual(['0', '90']);

    const locked = await post('/forms/pdfengines/encrypt', [
      ['files', plainPdf(1), 'one.pdf'],
      ['userPassword', 'user'],
      ['ownerPassword', 'owner'],
      ['allowPrinting', 'false'],
    ]);
    const shown = await execa('qpdf', ['--password=user', '--show-encryption', await saved(locked.bytes)]);
    expect(shown.stdout).toMatch(/print high resolution: not allowed/);
    expect(shown.stdout).toMatch(/extract for any purpose: allowed/);

    const described = await post('/forms/pdfengines/metadata/write', [
      ['files', plainPdf(1), 'one.pdf'],
      ['metadata', '{"Author":"Somebody","Title":"A title","System:FileName":"other.pdf"}'],
    ]);
    expect(described.filename).toBe('one.pdf');
    expect((await execa('exiftool', ['-s3', '-Author', await saved(described.bytes)])).stdout).toBe('Somebody');

    const tags = await post('/forms/pdfengines/metadata/read', [['files', described.bytes, 'foo.pdf']]);
    expect([tags.status, tags.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(JSON.parse(tags.text)).toMatchObject({ 'foo.pdf': { Author: 'Somebody', Title: 'A title' } });
  });

  test('come back in one zip under their names, and pages as Gotenberg numbers them', async () => {
    const { post } = await startGotenberg();

    const flat = await post(
      '/forms/pdfengines/flatten',
      [
        ['files', plainPdf(1), 'one.pdf'],
        ['files', plainPdf(2), 'two.pdf'],
      ],
      { 'gotenberg-output-filename': '..\\..\\foo' },
    );
    expect([flat.filename, await namesIn(flat.bytes)]).toEqual(['foo.zip', ['one.pdf', 'two.pdf']]);

    const pages = await post('/forms/pdfengines/split', [
      ['files', plainPdf(5), 'five.pdf'],
      ['splitMode', 'pages'],
      ['splitSpan', '2-'],
    ]);
    expect(await namesIn(pages.bytes)).toEqual(['five_0.pdf', 'five_1.pdf', 'five_2.pdf', 'five_3.pdf']);

    const unified = await post('/forms/pdfengines/split', [
      ['files', plainPdf(5), 'five.pdf'],
      ['splitMode', 'pages'],
      ['splitSpan', '2-z'],
      ['splitUnify', 'true'],
    ]);
    expect([unified.filename, await pagesOf(unified.bytes)]).toEqual(['five.pdf', 4]);
  });
});

describe('addresses', () => {
  test('files are fetched, and results sent to webhooks', async () => {
    const seen: { url: string; method: string; headers: Record<string, unknown>; body: Buffer }[] = [];
    const other = await serveHttp((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push({
          url: request.url ?? '',
          method: request.method ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks),
        });
        const elsewhere = `http://localhost:${request.socket.localPort}/file`;
        if (request.url === '/moved') response.writeHead(302, { location: elsewhere }).end();
        else if (request.url !== '/file') response.end();
        else response.writeHead(200, { 'content-disposition': 'attachment; filename="far.pdf"' }).end(plainPdf(3));
      });
    });
    const { post } = await startGotenberg({
      ALLOWED_ADDRESSES: `127.0.0.1:${other.port},localhost:${other.port}`,
    });
    const find = (url: string) => seen.find((each) => each.url === url);

    const fetched = await post('/forms/pdfengines/flatten', [
      ['downloadFrom', JSON.stringify([{ url: `${other.url}/file`, extraHttpHeaders: { 'X-Foo': 'bar' } }])],
    ]);
    expect([fetched.status, fetched.filename, await pagesOf(fetched.bytes)]).toEqual([200, 'far.pdf', 3]);
    expect(find('/file')?.headers).toMatchObject({ 'x-foo': 'bar', 'gotenberg-trace': expect.any(String) });

    seen.length = 0;
    const moved = await post('/forms/pdfengines/flatten', [
      ['downloadFrom', JSON.stringify([{ url: `${other.url}/moved`, extraHttpHeaders: { 'X-Foo': 'bar' } }])],
    ]);
    expect([moved.status, moved.filename]).toEqual([200, 'far.pdf']);
    expect(find('/moved')?.headers).toMatchObject({ 'x-foo': 'bar' });
    expect(find('/file')?.headers).not.toHaveProperty('x-foo');

    const unnamed = await post('/forms/pdfengines/flatten', [
      ['downloadFrom', JSON.stringify([{ url: `${other.url}/other` }])],
    ]);
    expect([unnamed.status, unnamed.text]).toEqual([400, `No 'Content-Disposition' header from '${other.url}/other'`]);

    const trace = '0af7651916cd43dd8448eb211c80319c';
    const sent = await post('/forms/pdfengines/flatten', [['files', plainPdf(2), 'two.pdf']], {
      'gotenberg-webhook-url': `${other.url}/hook`,
      'gotenberg-webhook-method': 'put',
      'gotenberg-webhook-events-url': `${other.url}/events`,
      'gotenberg-webhook-extra-http-headers': '{"X-Foo":"bar","Content-Disposition":"inline"}',
      traceparent: `00-${trace}-b7ad6b7169203331-01`,
    });
    expect([sent.status, sent.text]).toEqual([204, '']);
    const hook = await waitFor(() => find('/hook'), 'the webhook');
    expect(hook.method).toBe('PUT');
    expect(hook.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'x-foo': 'bar',
      'gotenberg-trace': sent.headers.get('gotenberg-trace'),
      traceparent: expect.stringContaining(trace),
    });
    expect(await pagesOf(hook.body)).toBe(2);
    const event = await waitFor(() => find('/events'), 'the event');
    expect(JSON.parse(event.body.toString())).toEqual({
      event: 'webhook.success',
      correlationId: sent.headers.get('gotenberg-trace'),
      timestamp: expect.any(String),
    });

    await post('/forms/pdfengines/metadata/read', [['files', plainPdf(1), 'one.pdf']], {
      'gotenberg-webhook-url': `${other.url}/hook`,
      'gotenberg-webhook-error-url': `${other.url}/error`,
    });
    const failure = await waitFor(() => find('/error'), 'the error');
    expect(JSON.parse(failure.body.toString())).toEqual({
      status: 400,
      message: 'The webhook middleware can only work with multipart/form-data routes that results in output files',
    });
  });

  test('in a private network are refused', async () => {
    const other = await serveHttp((_request, response) => void response.end());
    const { post } = await startGotenberg({ ALLOWED_ADDRESSES: '' });

    const fetched = await post('/forms/pdfengines/flatten', [
      ['downloadFrom', JSON.stringify([{ url: `${other.url}/file` }])],
    ]);
    expect([fetched.status, fetched.text]).toEqual([403, 'Forbidden']);
    const page = await post('/forms/chromium/convert/url', [['url', other.url]]);
    expect([page.status, page.text]).toEqual([403, 'Forbidden']);
    expect(other.requests).toEqual([]);
  });
});
