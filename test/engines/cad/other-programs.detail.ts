import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { describePrograms } from '../../../engines/cad/describe.ts';
import { engine } from '../../../engines/cad/engine.ts';
import { type EngineTask, engineTask, makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { fixture, localInput, readByEzdxf } from './support.ts';

/*
 * Neither LibreDWG's programs nor the ODA File Converter are needed: a short program of this test replaces them. It has
 * their command line and does their work with LibreDWG's library (WASM). Tested are how they are called and sandboxed,
 * and what happens to their results.
 */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LIBRARY = `${ROOT}node_modules/@mlightcad/libredwg-web/dist/libredwg-web.js`;

/**
 * `input`, `output`: expressions of the paths. Without the flag Node waits at the end for the optimised form of the
 * library's code, for minutes.
 */
const standIn = (input: string, output: string): string => `#!${process.execPath} --liftoff-only
const { readFileSync, writeFileSync } = require('node:fs');
const { argv, env } = process;
(async () => {
  const { LibreDwg } = await import(${JSON.stringify(LIBRARY)});
  const bytes = readFileSync(${input});
  // No drawing of R10 is at hand: the one that stands for it is of 2000, with another magic.
  if (bytes.toString('latin1', 0, 6) === 'AC1006') bytes.write('AC1015', 'latin1');
  const library = await LibreDwg.create();
  const dxf = library.dwg_write_dxf(new Uint8Array(bytes).buffer);
  if (dxf === null) process.exit(1);
  writeFileSync(${output}, dxf);
})();
`;

const DWG2DXF = standIn('argv[5]', `argv[2] === '-y' && argv[3] === '-o' ? argv[4] : '/'`);
const ODA = standIn(
  "argv[2] + '/drawing.dwg'",
  `argv.slice(4).join() === 'ACAD2018,DXF,0,1,*.dwg' && env.QT_QPA_PLATFORM === 'offscreen' ? argv[3] + '/drawing.dxf' : '/'`,
);

let scratch: ScratchFolder;
/** Path of a drawing of 2000 with overwritten header variables, which LibreDWG reads and we do not. */
let damaged: string;
/** One with the magic of Release 10. */
let old: string;

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('cad-others'));
  damaged = scratch.path('damaged.dwg');
  old = scratch.path('old.dwg');
  const whole = await readFile(fixture('plan-2000.dwg'));
  const broken = Buffer.from(whole);
  broken.fill(0xff, 1066, 1070);
  await writeFile(damaged, broken);
  whole.write('AC1006', 'latin1');
  await writeFile(old, whole);
});

afterEach(() => {
  delete process.env.DWG2DXF_BIN;
  delete process.env.ODA_FILE_CONVERTER_BIN;
});

afterAll(() => scratch.remove());

/** Installs a program at the path that the operator's setting names. */
async function install(variable: 'DWG2DXF_BIN' | 'ODA_FILE_CONVERTER_BIN', name: string, text: string): Promise<void> {
  const path = scratch.path(name);
  await writeFile(path, text);
  await chmod(path, 0o755);
  process.env[variable] = path;
}

/** Converts to DXF of 2018. The stand-in needs Node, its system calls and the library, which the programs themselves do not. */
async function convert(path: string): Promise<EngineTask & { output: string }> {
  const workFolder = await mkdtemp(scratch.path('task-'));
  const signal = new AbortController().signal;
  const task = engineTask({ workFolder, readable: [path], signal }, (call) => ({
    ...call,
    calls: 'node',
    readable: [dirname(call.path), dirname(process.execPath), `${ROOT}node_modules`, `${ROOT}package.json`],
  }));
  const inputs = [await localInput(path)];
  const [output] = await engine.convert({ target: 'dxf', options: { version: 'AC1032' }, inputs }, task.context);
  return { ...task, output: output?.path ?? '' };
}

describe.each([
  ['DWG2DXF_BIN', 'dwg2dxf', DWG2DXF, 'LibreDWG'],
  ['ODA_FILE_CONVERTER_BIN', 'ODAFileConverter', ODA, 'ODA File Converter'],
] as const)('%s', (variable, name, text, program) => {
  test('opens a damaged drawing, which is then converted as any other', async () => {
    await install(variable, name, text);
    const { calls, output, warnings } = await convert(damaged);
    expect(calls.map((call) => call.name)).toEqual([name]);
    expect(warnings[0]).toMatchObject({ code: 'input_damaged', details: { program } });
    const [report] = await readByEzdxf([output]);
    expect(report).toMatchObject({ version: 'AC1032', errors: [], entities: { LINE: 9, MTEXT: 3, LWPOLYLINE: 3 } });
  });

  test('is named by doctor, installed or not', async () => {
    const versionOf = async () => (await describePrograms()).find((each) => each.name === name)?.version;
    expect(await versionOf()).toBeNull();
    await install(variable, name, `#!/bin/sh\necho ${name} 0.13.3\n`);
    expect(await versionOf()).toMatch(/^(0\.13\.3|installed)$/);
  });
});

describe('a release before R12', () => {
  test('opens a drawing of a release before R12', async () => {
    await install('DWG2DXF_BIN', 'dwg2dxf', DWG2DXF);
    const { output, warnings } = await convert(old);
    expect(warnings[0]).toMatchObject({ code: 'output_limited', details: { program: 'LibreDWG' } });
    const [report] = await readByEzdxf([output]);
    expect(report).toMatchObject({ version: 'AC1032', errors: [], entities: { LINE: 9 } });
  });
});

describe('without another program, or with one that fails', () => {
  test('the error is that of our own reader', async () => {
    await expect(convert(damaged)).rejects.toMatchObject({ code: 'input_damaged' });
    await expect(convert(old)).rejects.toMatchObject({ code: 'input_wrong_type' });
    await install('DWG2DXF_BIN', 'broken', '#!/bin/sh\nexit 1\n');
    await expect(convert(damaged)).rejects.toMatchObject({ code: 'input_damaged' });
  });
});
