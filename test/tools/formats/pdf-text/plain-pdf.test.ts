import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { below, pick, random } from '../../../../scripts/random.ts';
import { parseQuickInfo } from '../../../../tools/formats/pdf-text/info.ts';
import { plainInfo } from '../../../../tools/formats/pdf-text/reading/plain-pdf.ts';
import { type PageDescription, Scratch } from './support.ts';

let scratch: Scratch;
/** The same document, written by several programs. */
let files: ReadonlyMap<string, string>;

const PAGE: PageDescription = { text: [[50, 100, 12, 'regular', 'Words of a page']] };
const LETTER = new URL('../../../../fixtures/document/report.pdf', import.meta.url).pathname;

beforeAll(async () => {
  scratch = await Scratch.make();
  const made = await scratch.pdf([PAGE, PAGE, PAGE]);
  const by = async (name: string, command: string, args: readonly string[], input = made) => {
    const path = scratch.path(`${name}.pdf`);
    await execa(
      command,
      args.map((word) => ({ IN: input, OUT: path })[word] ?? word),
    );
    return [name, path] as const;
  };
  const gs = ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', '-o', 'OUT', 'IN'];
  files = new Map([
    ['LibreOffice', LETTER],
    ['a script', made],
    await by('qpdf, table', 'qpdf', ['--object-streams=disable', 'IN', 'OUT']),
    await by('qpdf, streams', 'qpdf', ['--object-streams=generate', 'IN', 'OUT']),
    await by('LibreOffice, streams', 'qpdf', ['--object-streams=generate', 'IN', 'OUT'], LETTER),
    await by('Ghostscript', 'gs', gs),
    await by('pdfunite', 'pdfunite', ['IN', 'IN', 'OUT']),
  ]);
});
afterAll(() => scratch.remove());

/** Returns qpdf's answer for a file without defects; null for others. */
async function askQpdf(path: string) {
  const args = ['--show-npages', '--show-object=trailer', path];
  const { exitCode, stdout, stderr } = await execa('qpdf', args, { reject: false, encoding: 'latin1' });
  return exitCode === 0 && stderr.trim() === '' ? parseQuickInfo(`${stdout}\n`) : null;
}

it('says of what several writers write what qpdf says', async () => {
  const said = new Map<string, unknown>();
  const expected = new Map<string, unknown>();
  for (const [name, path] of files) {
    said.set(name, plainInfo(await readFile(path)));
    expected.set(name, await askQpdf(path));
  }
  expect(said).toEqual(expected);
  // pdfunite writes a wrong number of objects.
  expect([...said].filter(([, answer]) => answer === null).map(([name]) => name)).toEqual(['pdfunite']);
});

it('leaves to qpdf what is encrypted, linearized, updated or cut', async () => {
  const made = files.get('a script') ?? '';
  const path = (name: string) => scratch.path(`${name}.pdf`);
  await execa('qpdf', [made, '--encrypt', '', 'owner', '256', '--', path('encrypted')]);
  await execa('qpdf', ['--linearize', made, path('linearized')]);
  const whole = await readFile(made);
  const update = whole.toString('latin1').replace(/\/Size/, '/Prev 9 /Size');
  const left = {
    encrypted: await readFile(path('encrypted')),
    linearized: await readFile(path('linearized')),
    updated: Buffer.from(update, 'latin1'),
    cut: whole.subarray(0, whole.length - 100),
    'more behind it': Buffer.concat([whole, Buffer.from('more')]),
    'more before it': Buffer.concat([Buffer.from('more\n'), whole]),
    empty: Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(left)) expect([name, plainInfo(bytes)]).toEqual([name, null]);
});

describe('of files that were changed at random near what it reads', () => {
  const CHANGES = 400;
  const PLACES = /startxref|trailer|xref|\/Root|\/Pages|\/Info|\/Count|\/Type ?\/(?:Catalog|XRef|ObjStm)|\/W ?\[/g;
  const LIKELY = ' 0123456789<>/[]()%\n\rRnf';

  it('says nothing that qpdf does not say', async () => {
    const chance = random(27);
    const originals = await Promise.all([...files.values()].map((path) => readFile(path)));
    const path = scratch.path('changed.pdf');
    let answers = 0;
    for (let count = 0; count < CHANGES; count += 1) {
      const bytes = Buffer.from(pick(chance, originals));
      const places = [...bytes.toString('latin1').matchAll(PLACES)].map(({ index }) => index);
      for (let change = 0; change <= below(chance, 3); change += 1) {
        const at = Math.min(bytes.length - 1, Math.max(0, pick(chance, places) - 40 + below(chance, 200)));
        bytes[at] = below(chance, 3) === 0 ? below(chance, 256) : LIKELY.charCodeAt(below(chance, LIKELY.length));
      }
      const said = plainInfo(bytes);
      if (said === null) continue;
      answers += 1;
      await writeFile(path, bytes);
      expect([count, said]).toEqual([count, await askQpdf(path)]);
    }
    // Control: many changes do not matter.
    expect(answers).toBeGreaterThan(CHANGES / 20);
  });
});
