import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSite } from '../../tools/programs/chromium/web-server.ts';
import { ask, convertAll, download, uploaded } from '../client.ts';
import { CHECKOUT, dataFolder, type Product, startProduct } from '../product.ts';
import { REQUESTS } from './requests.ts';

describe('requests that clients of the interface send', () => {
  let serve: Product;
  const folders = { data: '', files: '' };
  const removers: (() => Promise<void>)[] = [];
  const site = useSite(() => ({ '/page.html': '<!doctype html><title>Page</title><p>Of the web' }));

  beforeAll(async () => {
    for (const name of ['data', 'files'] as const) {
      const { path, remove } = await dataFolder();
      folders[name] = path;
      removers.push(remove);
    }
    serve = await startProduct(CHECKOUT, 'serve', folders.data, { CONCURRENCY: '2', ALLOWED_ADDRESSES: site.host });
  });
  afterAll(async () => {
    serve?.kill();
    for (const remove of removers) await remove();
  });

  it.each(REQUESTS)('$name', async ({ inputs, conversion, observe, is }) => {
    const [{ category, target }] = (await ask(serve, 'GET', query(conversion))) as [Record<string, string>];
    const files = await inputs({ path: (name) => join(folders.files, name), page: site.url('/page.html') });
    const job = await convertAll(serve, conversion, files);
    expect([job.errors, job.conversion[0]]).toEqual([[], expect.objectContaining({ category, target })]);
    expect(await observe(await download(job, folders.files), job, files.flatMap(uploaded))).toEqual(is);
  });
});

/** Path of the catalog's conversions with these names. */
const query = ({ category, target }: { category: string; target: string }): string =>
  `/v2/conversions?${new URLSearchParams({ category, target })}`;
