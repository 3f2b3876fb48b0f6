import { describe, expect, it } from 'vitest';
import { patience } from '../../support/slowness.ts';
import { serveNew, useChromium, visit } from './browser.ts';

useChromium();

describe('serving the page', () => {
  it('keeps parts for good by their content, asks for the page itself again, and serves nothing else of its folder', {
    tags: ['detail'],
  }, async () => {
    const { url } = await serveNew();
    const index = await fetch(url);
    expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(index.headers.get('cache-control')).toBe('no-cache');
    const again = await fetch(url, { headers: { 'if-none-match': index.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);

    const html = await index.text();
    const folder = /"(page\/[0-9a-f]{16})\/main\.js"/.exec(html)?.[1] ?? '';
    const script = await fetch(`${url}/${folder}/main.js`);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const other = await fetch(`${url}/page/0123456789abcdef/main.js`);
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const names = ['tsconfig.json', 'index.html', '..%2Fserve.ts', '%2e%2e%2fserve.ts', 'constructor', ''];
    for (const name of names) expect((await fetch(`${url}/${folder}/${name}`)).status, name).toBe(404);
  });

  it('has nothing of elsewhere and no code or style inside, and the policy forbids both', async () => {
    const { url } = await serveNew();
    const html = await (await fetch(url)).text();
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=|(src|href)="(https?:)?\/\//);
    expect((await fetch(url)).headers.get('content-security-policy')).not.toContain('unsafe');

    const { page } = await visit(url, { refusalsExpected: true });
    await page.evaluate(`{
      globalThis.refused = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective));
    }`);
    const attempts = `(async () => {
      const add = (tag, properties) => document.body.append(Object.assign(document.createElement(tag), properties));
      add('style', { textContent: 'body { color: red }' });
      add('img', { src: 'https://elsewhere.invalid/x.png' });
      add('iframe', { src: 'https://elsewhere.invalid/' });
      try { document.body.innerHTML = '<b>text</b>'; } catch { /* refused */ }
      await fetch('https://elsewhere.invalid/').catch(() => null);
      const own = await fetch('.').then(({ ok }) => ok);
      // Reports of refusals come later than what was refused; the image of an unchecked text is the last.
      for (let tries = 0; new Set(refused).size < 5 && tries < ${patience(500)}; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return { own, refused: [...new Set(refused)].sort() };
    })()`;
    expect(await page.evaluate(attempts)).toEqual({
      own: true,
      refused: ['connect-src', 'frame-src', 'img-src', 'require-trusted-types-for', 'style-src-elem'],
    });
  });
});
