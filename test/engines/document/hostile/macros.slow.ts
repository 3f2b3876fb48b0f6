import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { patience } from '../../../support/slowness.ts';
import type { Outcome } from './driver.ts';
import { type Guard, IS_7, type Made, orderOf, Place, WAYS, type Way } from './support.ts';

// Macros that write a file of the user and a mark into their own document, bound to whatever LibreOffice runs macros for. Here
// LibreOffice runs those that a formula calls (Basic and VBA), and commands and the application's macros bound to an event, which
// end it. Macros of the document bound to an event it runs in no way tried here, nor Python without its provider.

const MARK = 'MACRORAN';
const CALLED = ['ods function', 'xlsm function'];
const ENDING = ['odt application macro', 'odt command'];

/** What macros did. */
interface Seen {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Names of the documents whose macro wrote its file. */
  readonly wrote: readonly string[];
  /** Whose macro changed its document. */
  readonly marked: readonly string[];
}

// A hundred documents, at a time when other tests use the machine too.
vi.setConfig({ testTimeout: patience(400_000), hookTimeout: patience(400_000) });

let place: Place;
beforeAll(async () => {
  place = await Place.open();
});
afterAll(() => place.close());

async function open(guard: Guard, way: Way): Promise<Seen> {
  const folder = await place.newFolder(`${guard}-${way}`.replace(' ', '-'));
  const made = await place.python<Made[]>('macros.py', [folder, MARK]);
  const outcomes = await place.convert(
    guard,
    way,
    made.map((each) => orderOf(each)),
  );
  const wrote: string[] = [];
  const marked: string[] = [];
  for (const { name, path } of made) {
    if (await exists(path.replace(/\.\w+$/, '.ran'))) wrote.push(name);
    const pdf = outcomes.get(name)?.files.find((file) => file.endsWith('.pdf'));
    if (pdf !== undefined && (await textOf(pdf)).includes(MARK)) marked.push(name);
  }
  return { outcomes, wrote, marked };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const textOf = async (pdf: string): Promise<string> => (await promisify(execFile)('pdftotext', [pdf, '-'])).stdout;

describe.skipIf((await findSoffice()) === null)('macros', () => {
  it('control: run and write files where nothing guards', async () => {
    const { outcomes, wrote, marked } = await open('exposed', 'warm');
    expect(wrote).toEqual(expect.arrayContaining(CALLED));
    expect(marked).toEqual(expect.arrayContaining(CALLED));
    // On a later one not every one of them does.
    for (const name of IS_7 ? ENDING : []) expect([name, outcomes.get(name)?.code]).toEqual([name, 'engine_crashed']);
  });

  it.each(WAYS)('do not run, %s, and their documents are converted', async (way) => {
    const { outcomes, wrote, marked } = await open('guarded', way);
    expect({ wrote, marked }).toEqual({ wrote: [], marked: [] });
    expect([...outcomes.values()].filter(({ code }) => code !== null)).toEqual([]);
    expect(outcomes.size).toBeGreaterThan(CALLED.length + ENDING.length);
  });

  it('do not run by the settings alone', async () => {
    const { wrote, marked } = await open('unsandboxed', 'warm');
    expect({ wrote, marked }).toEqual({ wrote: [], marked: [] });
  });

  it('that did run would write no file of the user: the sandbox alone', async () => {
    const { wrote, marked } = await open('sandboxed only', 'warm');
    expect(marked).toEqual(expect.arrayContaining(CALLED));
    expect(wrote).toEqual([]);
  });
});
