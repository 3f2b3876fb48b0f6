import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { patience } from '../../../support/slowness.ts';
import type { Order, Outcome } from './driver.ts';
import { leaks, SECRET_PICTURE, SECRET_TEXT } from './leaks.ts';
import { type Listener, listen } from './listener.ts';
import { type Family, type Guard, IS_7, type Made, orderOf, Place, type Way } from './support.ts';

// Documents that refer to another file of the user, or to a server of the machine's own network. The control runs them without
// any guard and shows which of them work; those are then tried each way, all of them by the host that stays.

/** Formats that no script writes: LibreOffice does, of another document here, keeping its link. */
const DERIVED: readonly { from: string; name: string; extension: string; filter: string; family: Family }[] = [
  { from: 'fodt section', name: 'doc section', extension: 'doc', filter: 'MS Word 97', family: 'writer' },
  { from: 'fodt section', name: 'docx section', extension: 'docx', filter: 'MS Word 2007 XML', family: 'writer' },
  { from: 'xlsx indirect', name: 'xls indirect', extension: 'xls', filter: 'MS Excel 97', family: 'calc' },
];

/** Attacks that work where nothing guards, on each LibreOffice that convertd is for: `file` and `http` each have its own. */
const WORKING: Readonly<Record<Scheme, readonly string[]>> = {
  file: [
    'docx picture',
    'docx svg inside',
    'odt picture',
    'odt background',
    'fodt picture',
    'fodt section',
    'rtf includepicture',
    'html img',
    'html body attribute',
    'csv formulas',
    'ods indirect',
    'xlsx indirect',
    'xls indirect',
    'xlsx picture',
    'pptx picture',
    'pptx background',
    'odp picture',
    'odg picture',
    'svg image',
  ],
  http: [
    'docx picture',
    'odt picture',
    'odt object',
    'fodt section',
    'fodt section dde',
    'html img',
    'html stylesheet',
    'html body attribute',
    'csv formulas',
    'ods reference',
    'xlsx indirect',
    'xlsx picture',
    'pptx picture',
    'pptx ole',
    'odp picture',
  ],
};

type Scheme = 'file' | 'http';

/** What came of a run: names of the documents that got at the secret. */
interface Run {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly leaky: readonly string[];
  /** Of those, and of the others, which asked the server. */
  readonly asking: readonly string[];
  readonly connections: number;
}

// A hundred documents, at a time when other tests use the machine too.
vi.setConfig({ testTimeout: patience(400_000), hookTimeout: patience(400_000) });

const soffice = await findSoffice();
let place: Place;
let secrets: string;

beforeAll(async () => {
  place = await Place.open();
  secrets = await place.newFolder('secrets');
  await place.python('links.py', ['secrets', secrets, SECRET_PICTURE.toString('base64'), SECRET_TEXT]);
});
afterAll(() => place.close());

async function attack(scheme: Scheme, guard: Guard, way: Way, only?: readonly string[]): Promise<Run> {
  const listener = await listen(secrets);
  try {
    const base = scheme === 'http' ? listener.url : `file://${secrets}/`;
    const orders = await ordersFor(base, `${scheme}-${guard}-${way}`.replaceAll(' ', '-'), only);
    const outcomes = await place.convert(guard, way, orders);
    return {
      outcomes,
      leaky: await leakyOf(outcomes),
      asking: askingOf(outcomes, listener),
      connections: listener.connections(),
    };
  } finally {
    await listener.close();
  }
}

async function ordersFor(base: string, folderName: string, only?: readonly string[]): Promise<Order[]> {
  const made = await place.python<Made[]>('links.py', [await place.newFolder(folderName), base]);
  const derived = await derive(made);
  return [...made, ...derived].filter(({ name }) => only?.includes(name) ?? true).map((each) => orderOf(each));
}

async function derive(made: readonly Made[]): Promise<Made[]> {
  const orders = DERIVED.map(({ from, name, extension, filter }) => {
    const source = made.find((each) => each.name === from);
    if (source === undefined) throw new Error(`no ${from}`);
    return { ...orderOf(source), name, store: [{ name: `${name.replace(' ', '-')}.${extension}`, filter }] };
  });
  const outcomes = await place.convert('guarded', 'warm', orders);
  return DERIVED.map(({ name, filter, family }) => {
    const [path] = outcomes.get(name)?.files ?? [];
    if (path === undefined) throw new Error(`${name}: ${outcomes.get(name)?.message}`);
    return { name, path, filter, family };
  });
}

async function leakyOf(outcomes: Run['outcomes']): Promise<string[]> {
  const leaky: string[] = [];
  for (const [name, outcome] of outcomes) if (await leaks(outcome)) leaky.push(name);
  return leaky;
}

function askingOf(outcomes: Run['outcomes'], { asked }: Listener): string[] {
  return [...outcomes.keys()].filter((name) => asked.has(name.replaceAll(' ', '-')));
}

describe.skipIf(soffice === null).each<Scheme>(['file', 'http'])('documents that link to %s:', (scheme) => {
  it('control: get at it where nothing guards', async () => {
    const { leaky, asking, connections } = await attack(scheme, 'exposed', 'warm', WORKING[scheme]);
    // LibreOffice 25.2 asks no server at all where it is run by LibreOfficeKit, as it is here.
    if (scheme === 'http' && !IS_7) return expect({ asking, connections }).toEqual({ asking: [], connections: 0 });
    expect(scheme === 'http' ? asking : leaky).toEqual(expect.arrayContaining([...WORKING[scheme]]));
    if (scheme === 'http') expect(connections).toBeGreaterThan(WORKING.http.length);
  });

  it.each<[Way, readonly string[] | undefined]>([
    ['warm', undefined],
    ['once', WORKING[scheme]],
    ['cold', WORKING[scheme]],
  ])('get nothing, %s, and are converted without it', async (way, only) => {
    const { outcomes, leaky, connections } = await attack(scheme, 'guarded', way, only);
    expect({ leaky, connections }).toEqual({ leaky: [], connections: 0 });
    const refused = [...outcomes.values()].flatMap(({ name, code }) => (code === null ? [] : [`${name}: ${code}`]));
    // A picture that is nothing but a link; XML of forms that LibreOffice does not read; what ends LibreOffice (crash.slow.ts),
    // applets only 25.2.
    const allowed =
      /^(svg image: input_damaged|.* entity: input_damaged|docx whole document: engine_crashed|ods data mapping: engine_crashed)$/;
    const ended = IS_7 ? [] : ['html applet', 'odt applet', 'fodt applet'].map((name) => `${name}: engine_crashed`);
    expect(refused.filter((each) => !allowed.test(each) && !ended.includes(each))).toEqual([]);
    expect(outcomes.size).toBeGreaterThanOrEqual(only?.length ?? 100);
  });
});

describe.skipIf(soffice === null)('the settings', () => {
  it('alone keep some links out, and not others', async () => {
    const { leaky } = await attack('file', 'unsandboxed', 'warm', WORKING.file);
    expect(leaky).not.toContain('docx picture');
    expect(leaky).not.toContain('odt picture');
    expect(leaky).not.toContain('fodt section');
    // LibreOffice has no setting against these.
    expect(leaky).toContain('rtf includepicture');
    if (IS_7) expect(leaky).toContain('xlsx indirect');
  });

  it('are not needed where the sandbox holds', async () => {
    const { leaky, connections } = await attack('file', 'sandboxed only', 'warm', WORKING.file);
    expect({ leaky, connections }).toEqual({ leaky: [], connections: 0 });
  });
});
