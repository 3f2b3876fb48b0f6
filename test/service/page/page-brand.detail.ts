import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { convertd } from '../../cli/support.ts';
import { testFolder } from '../../worker/support.ts';
import { violations } from './axe.ts';
import { serveNew, useChromium, visit } from './browser.ts';

useChromium();

const OWN_ICON = new URL('../../../src/service/web/icon-512.png', import.meta.url);
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="#e30613"/></svg>';

const file = async (name: string, content: string | Buffer) => {
  const path = join(await testFolder(), name);
  await writeFile(path, content);
  return path;
};

interface AppManifest {
  readonly errors: readonly unknown[];
  readonly data?: string;
}

/** Returns the web manifest as the browser reads it. */
async function manifestOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { errors, data = '' } = (await session.send('Page.getAppManifest')) as AppManifest;
  expect(errors).toEqual([]);
  return JSON.parse(data) as {
    name: string;
    theme_color: string;
    icons: { src: string; sizes: string; type: string }[];
  };
}

/** Natural sizes of pictures that have been loaded from these addresses. */
const sizesOf = (page: Page, addresses: readonly string[]) =>
  page.evaluate(
    `Promise.all(${JSON.stringify(addresses)}.map(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return image.naturalWidth + 'x' + image.naturalHeight;
    }))`,
  );

describe('the look of the page', () => {
  it('has the name, the logo and the colour of the settings, in both themes', async () => {
    const { url } = await serveNew({
      PAGE_NAME: 'Muster & Söhne',
      PAGE_LOGO: await file('logo.svg', SVG),
      PAGE_COLOR: '#ffdd00',
    });
    for (const [colorScheme, fill] of [
      ['light', 'rgb(255, 221, 0)'],
      ['dark', 'rgb(255, 221, 0)'],
    ] as const) {
      const { page } = await visit(url, { colorScheme });
      await page.locator('.brand-name', { hasText: 'Muster & Söhne' }).waitFor();
      expect(await page.title()).toBe('Muster & Söhne');
      const look = (await page.evaluate(`(() => {
        const { backgroundColor, color } = getComputedStyle(document.querySelector('#choose'));
        const { clientWidth, clientHeight } = document.querySelector('.brand img');
        return { backgroundColor, color, ratio: Math.round(clientWidth / clientHeight) };
      })()`)) as object;
      // The logo is three times as wide as high, like the file.
      expect(look).toEqual({ backgroundColor: fill, color: 'rgb(0, 0, 0)', ratio: 3 });
      expect(await violations(page)).toEqual([]);
    }
  });

  it('is its own without them', async () => {
    const { url } = await serveNew();
    const { page, requests } = await visit(url);
    expect(await page.title()).toBe('convertd');
    expect(requests().filter((address) => address.includes('brand.css'))).toEqual([]);
    expect(await page.locator('.brand img').getAttribute('src')).toMatch(/\/icon\.svg$/);
  });

  it('does not start with a logo that is none', async () => {
    const PAGE_LOGO = await file('logo.png', 'no picture');
    const { exitCode, stderr } = await convertd(['serve'], {
      env: { DATA_DIR: await testFolder(), PORT: '0', PAGE_LOGO },
    });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining(`PAGE_LOGO names ${PAGE_LOGO}, which is neither an SVG nor a PNG file`),
    });
  });
});

describe('the page as an app', () => {
  it('has a manifest with icons of the sizes that it says', async () => {
    const { url } = await serveNew();
    const { page } = await visit(url);
    const { icons, ...manifest } = await manifestOf(page);
    expect(manifest).toMatchObject({ name: 'convertd', display: 'standalone', start_url: '../../' });
    const base = (await page.locator('link[rel=manifest]').getAttribute('href'))?.replace(/[^/]*$/, '') ?? '';
    expect(
      await sizesOf(
        page,
        icons.slice(1).map(({ src }) => base + src),
      ),
    ).toEqual(['192x192', '512x512']);
    expect(icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512']);
  });

  it('has the name, the logo and the colour of the settings', async () => {
    const PAGE_LOGO = await file('ours.png', readFileSync(OWN_ICON));
    const { url } = await serveNew({ PAGE_NAME: 'Files', PAGE_COLOR: '#E30613', PAGE_LOGO });
    const { page } = await visit(url);
    expect(await manifestOf(page)).toMatchObject({
      name: 'Files',
      theme_color: '#e30613',
      icons: [{ src: 'logo.png', sizes: '512x512', type: 'image/png' }],
    });
    const icon = (await page.locator('link[rel=icon]').getAttribute('href')) ?? '';
    expect(await sizesOf(page, [icon])).toEqual(['512x512']);
  });
});

describe('the footer', () => {
  it('links to the reference of this service, and to what the operator names', async () => {
    const { url } = await serveNew({ TERMS_URL: 'https://example.com/terms', CONTACT_EMAIL: 'help@example.com' });
    const { page } = await visit(url);
    const links = page.getByRole('navigation', { name: 'More' }).getByRole('link');
    await links.first().waitFor();
    const addresses = await page.evaluate(`[...document.querySelectorAll('.links a')].map(({ href }) => href)`);
    expect(addresses).toEqual([`${url}/v2/docs/`, 'https://example.com/terms', 'mailto:help@example.com']);
    expect((await fetch(`${url}/v2/docs/`)).status).toBe(200);
  });

  it('has no link without an address', async () => {
    const { url } = await serveNew();
    const { page } = await visit(url);
    expect(await page.getByRole('navigation', { name: 'More' }).getByRole('link').allTextContents()).toEqual([
      'Interface for programs',
    ]);
  });
});
