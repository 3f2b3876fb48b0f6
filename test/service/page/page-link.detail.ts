import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { serveNew, useChromium, visit } from './browser.ts';

useChromium();

const linkIn = (stdout: string): string => /(http:\/\/\S+#key=\S+)\n/.exec(stdout)?.[1] ?? '';

describe('the link that the service prints at its first start', () => {
  it('opens the page with the key, which leaves the address at once and reaches no log', async () => {
    const serve = await serveNew();
    const link = linkIn(serve.stdout());
    expect(link).toBe(`${serve.url}/#key=${serve.key}`);
    const { page, requests } = await visit(link);
    await page.getByText('Key kept for this tab').waitFor();
    expect(page.url()).toBe(`${serve.url}/`);
    expect(await page.evaluate('[localStorage.length, history.length > 2]')).toEqual([0, false]);
    expect(await page.getByLabel('API key').isVisible()).toBe(false);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await page.getByText('Key kept for this tab').waitFor();
    expect(requests().filter((address) => address.includes(serve.key) && !address.includes('#'))).toEqual([]);
    expect(JSON.stringify(serve.log())).not.toContain(serve.key);
  });

  it('asks for another key where that one is not valid', async () => {
    const serve = await serveNew();
    const { page } = await visit(`${serve.url}/#key=cvd_of_another_service`);
    await page.getByText('Access has ended. Sign in or give a key again.').waitFor();
    expect(page.url()).toBe(`${serve.url}/`);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('is printed only where the service listens on this machine alone', async () => {
    const serve = await serveNew({ HOST: '0.0.0.0' });
    expect(serve.key).not.toBe('');
    expect(linkIn(serve.stdout())).toBe('');
  });

  it('gives no key to a page of another host, whose sender could read what people convert', async () => {
    const serve = await serveNew();
    const elsewhere = serve.url.replace('127.0.0.1', 'convert.localhost');
    const { page } = await visit(`${elsewhere}/#key=${serve.key}`);
    await page.getByLabel('API key').waitFor();
    expect(page.url()).toBe(`${elsewhere}/`);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });
});
