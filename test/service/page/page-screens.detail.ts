import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { violations } from './axe.ts';
import { chooseFiles, chooseTarget, serveNew, textFile, useChromium, visit } from './browser.ts';
import { eachScreen } from './page-screens.ts';

useChromium();

/** Usual screen sizes. */
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

describe('every screen', () => {
  it.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('breaks no rule of axe, and fits, on a %s in %s colours', async (size, colorScheme) => {
    const serve = await serveNew({ CONCURRENCY: '2' });
    const { page } = await visit(serve.url, {
      viewport: SIZES[size],
      colorScheme,
      isMobile: false,
      hasTouch: size === 'phone',
    });
    const found: Record<string, string[]> = {};
    const wide: string[] = [];
    await eachScreen(page, { key: serve.key, folder: await temporaryFolder() }, async (name) => {
      found[name] = await violations(page);
      if ((await page.evaluate('document.documentElement.scrollWidth > innerWidth')) === true) wide.push(name);
    });
    expect(Object.keys(found)).toHaveLength(11);
    expect(Object.fromEntries(Object.entries(found).filter(([, broken]) => broken.length > 0))).toEqual({});
    expect(wide).toEqual([]);
    // The control: the check finds an error.
    await page.evaluate('document.querySelector("main").append(document.createElement("button"))');
    expect((await violations(page)).join()).toContain('button-name');
  });

  it('hides nothing behind another thing: what has the focus can be pressed where it is', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url, { viewport: SIZES.phone });
    await page.getByLabel('API key').fill(serve.key);
    await page.keyboard.press('Enter');
    await page.locator('#account').waitFor();
    await chooseFiles(page, await textFile('page.html'));
    await chooseTarget(page, 'document/pdf');
    await page.locator('#options-card > summary').click();
    for (const group of await page.locator('.group > summary').all()) await group.click();
    const covered: unknown[] = [];
    let shown = 0;
    await page.locator('#options-search').focus();
    for (let count = 0; count < 60; count++) {
      await page.keyboard.press('Tab');
      const state = await page.evaluate(`(() => {
        const { activeElement: element } = document;
        const box = element.getBoundingClientRect();
        const there = document.elementFromPoint(box.x + Math.min(box.width / 2, 100), box.y + box.height / 2);
        return { name: element.id || element.textContent, isFree: element === there || element.contains(there) };
      })()`);
      shown++;
      if (!(state as { isFree: boolean }).isFree) covered.push(state);
    }
    expect(shown).toBe(60);
    expect(covered).toEqual([]);
  });
});
