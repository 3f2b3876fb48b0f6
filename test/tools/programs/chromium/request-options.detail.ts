import { describe, expect, it } from 'vitest';
import { dataUrl, onlyFile, pdfText, run, useFolders } from './support.ts';
import { useSite } from './web-server.ts';

useFolders();
const other = useSite(() => ({ '/other.css': '' }));
const site = useSite(() => ({
  '/page': `<link rel=stylesheet href="${other.url('/other.css')}"><p id=p></p><script>p.textContent = document.cookie + " " + navigator.userAgent</script>`,
}));

const sentTo = ({ requests }: typeof site, path: string) => requests.findLast(({ url }) => url === path)?.headers ?? {};

describe('what is sent with the requests of a web page', () => {
  it('are headers to the addresses that their scope matches, or to the origin of the page alone', async () => {
    const headers = {
      'X-Own': 'own',
      'X-All': { value: 'all', scope: '.*' },
      'X-Other': { value: 'other', scope: `:${new URL(other.url('')).port}/` },
    };
    await run(
      {
        conversion: { category: 'document', target: 'pdf' },
        input: [{ source: site.url('/page'), engine: 'screenshot_pdf', options: { headers } }],
      },
      { allow: `${site.host},${other.host}` },
    );
    expect(sentTo(site, '/page')).toMatchObject({ 'x-own': 'own', 'x-all': 'all' });
    expect(sentTo(site, '/page')['x-other']).toBeUndefined();
    expect(sentTo(other, '/other.css')).toMatchObject({ 'x-all': 'all', 'x-other': 'other' });
    expect(sentTo(other, '/other.css')['x-own']).toBeUndefined();
  });

  it('are no headers whose scope is not an expression', async () => {
    const { report } = await run({
      conversion: { category: 'document', target: 'pdf' },
      input: [
        {
          source: site.url('/page'),
          engine: 'screenshot_pdf',
          options: { headers: { 'X-A': { value: 'hidden', scope: '*.' } } },
        },
      ],
    });
    expect(report.errors).toMatchObject([{ code: 'option_invalid', details: { option: 'headers' } }]);
    expect(JSON.stringify(report)).not.toContain('hidden');
  });
});

describe('what is sent with the requests of an uploaded page', () => {
  const page = `<link rel=stylesheet href="OTHER"><p id=p></p><script>p.textContent = document.cookie + " " + navigator.userAgent</script>`;
  const upload = (options: object, allow: string) =>
    run(
      {
        conversion: { category: 'document', target: 'pdf', options: { engine: 'chromium', ...options } },
        input: [{ source: dataUrl(page.replace('OTHER', other.url('/other.css'))), filename: 'page.html' }],
      },
      { allow },
    );

  it('are the user agent, cookies by their hosts, and headers', async () => {
    const made = await upload(
      {
        allow_network: true,
        user_agent: 'Tester/2',
        headers: { 'X-Own': 'own' },
        cookies: [
          { name: 'seen', value: 'by-scripts' },
          { name: 'hidden', value: 'x', http_only: true },
          { name: 'other', value: 'sent', domain: '127.0.0.1' },
        ],
      },
      other.host,
    );
    const text = await pdfText(onlyFile(made));
    expect(text).toContain('seen=by-scripts Tester/2');
    expect(sentTo(other, '/other.css')).toMatchObject({ 'user-agent': 'Tester/2', 'x-own': 'own' });
    expect(made.codes).toEqual([]);
  });

  it('are no headers without a network, with a warning', async () => {
    const { report } = await upload({ headers: { 'X-Own': 'own' } }, '');
    expect(report.warnings).toContainEqual(
      expect.objectContaining({ code: 'option_no_effect', details: { option: 'headers' } }),
    );
  });
});
