import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { refuseBombs } from '../../../../tools/formats/office-files/safety.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { processorTimeDuring } from '../../../support/processor-time.ts';
import { patience } from '../../../support/slowness.ts';
import type { Order } from './driver.ts';
import { IS_7, type Made, orderOf, Place, type Way } from './support.ts';

// Documents that become large or slow. Those whose zip says so are refused before LibreOffice; the rest it may read, refuse or
// give up, within the limits of its job.

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), '../../../../fixtures/document');
const REFUSED: Readonly<Record<string, RegExp>> = {
  'zip docx': /unpacks to more than/,
  'zip xlsx': /unpacks to more than/,
  'zip odt': /unpacks to more than/,
  'zip of many': /more than 200000 parts/,
  'zip that overlaps': /overlap/,
};
const SECONDS = 8;
/** What a job may end with; null: it was converted. */
const DOCUMENTED: readonly (string | null)[] = [
  null,
  'input_damaged',
  'conversion_failed',
  'conversion_timeout',
  'limit_memory',
  'limit_file_size',
  'limit_cpu',
  'engine_crashed',
];

// A hundred documents, at a time when other tests use the machine too.
vi.setConfig({ testTimeout: patience(400_000), hookTimeout: patience(400_000) });

let place: Place;
let bombs: readonly Made[];
let well: Order;

beforeAll(async () => {
  place = await Place.open();
  bombs = await place.python<Made[]>('bombs.py', [await place.newFolder('bombs')]);
  const links = await place.python<Made[]>('links.py', [await place.newFolder('well'), 'file:///nothing/']);
  const found = links.find(({ name }) => name === 'docx link');
  if (found === undefined) throw new Error('no document that is well');
  well = orderOf(found);
});
afterAll(() => place.close());

const check = async (path: string): Promise<string> => {
  const input = { path, filename: basename(path), size: (await stat(path)).size };
  return refuseBombs(input).then(
    () => 'passes',
    (error) => `${error.code}: ${error.message}`,
  );
};

describe('a look at the zip', () => {
  it.each(Object.entries(REFUSED))('refuses %s', async (name, message) => {
    const { path } = bombs.find((each) => each.name === name) ?? { path: '' };
    let answer = '';
    const milliseconds = await processorTimeDuring(async () => {
      answer = await check(path);
    });
    expect(answer).toMatch(/^input_bomb: /);
    expect(answer).toMatch(message);
    expect(answer).toContain(basename(path));
    // To unpack it would take much longer.
    expect(milliseconds).toBeLessThan(3000);
  });

  it('lets everything else pass: bombs of another kind, documents, and what is no zip', async () => {
    const others = bombs.filter(({ name }) => !(name in REFUSED)).map(({ path }) => path);
    const fixtures = (await readdir(FIXTURES))
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => join(FIXTURES, name));
    for (const path of [...others, ...fixtures])
      expect([basename(path), await check(path)]).toEqual([basename(path), 'passes']);
    expect(fixtures.length).toBeGreaterThan(10);
  });

  it('holds an input to the limits that it is given', async () => {
    const path = join(FIXTURES, 'report.docx');
    const { size } = await stat(path);
    const limits = { maxBytes: 1e12, maxEntries: 3, maxRatio: 300, ratioFreeBytes: 1e12 };
    const rest = { maxNameBytes: 255, maxPathBytes: 3000, maxDepth: 128, maxListingBytes: 1e6 };
    const input = { path, filename: 'report.docx', size };
    await expect(refuseBombs(input, { ...limits, ...rest })).rejects.toMatchObject({ code: 'input_bomb' });
    await expect(refuseBombs(input, { ...limits, ...rest, maxEntries: 300 })).resolves.toBeUndefined();
    await expect(
      refuseBombs(input, { ...limits, ...rest, maxEntries: 300, ratioFreeBytes: 100, maxRatio: 1 }),
    ).rejects.toMatchObject({ details: { limit_bytes: size } });
  });
});

describe.skipIf((await findSoffice()) === null)('LibreOffice', () => {
  it.each<[Way, readonly string[] | null]>([
    ['warm', null],
    ['once', ['laughs docx', 'deep rtf', 'repeated cells', 'zip that lies']],
    ['cold', ['laughs docx', 'deep rtf', 'repeated cells', 'zip that lies']],
  ])('%s ends each within its limits, and converts the next', async (way, only) => {
    const tried = bombs.filter(({ name }) => only?.includes(name) ?? true);
    const orders = [...tried.map((each) => orderOf(each, patience(SECONDS))), { ...well, name: 'well' }];
    const outcomes = await place.convert('guarded', way, orders);
    for (const { name, code } of outcomes.values()) {
      expect([name, DOCUMENTED.includes(code)]).toEqual([name, true]);
    }
    expect(outcomes.get('well')?.code).toBe(null);
    // Later ones leave out what they do not unfold.
    expect(outcomes.get('laughs docx')?.code).toBe(IS_7 ? 'input_damaged' : null);
    // Control: these do not end by themselves.
    expect(outcomes.get('repeated cells')?.code).toBe('conversion_timeout');
  });
});
