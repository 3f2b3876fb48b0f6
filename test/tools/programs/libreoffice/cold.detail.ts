import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProgramCall } from '../../../../src/process/program-call.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { findProcesses } from '../../../process/helpers/find-processes.ts';
import { FIXTURES } from './conversion-cases.ts';
import { type OfficeRun, useBench } from './support.ts';

/* One soffice per conversion. */

const bench = await useBench();
const convert = (run: OfficeRun) => bench.convert('cold', run);

afterEach(() => {
  delete process.env.SOFFICE_BIN;
});

describe.skipIf((await findSoffice()) === null)('LibreOffice, cold:', () => {
  it('needs no permission beyond the usual, as soffice itself would for its socket', async () => {
    const calls: ProgramCall[] = [];
    const input = await bench.make('docx', 'plain.docx', 'text');
    await convert({ input, onCall: (call) => (calls[calls.length] = call) });
    expect(calls.flatMap(({ allow = [] }) => allow)).toEqual([]);
  });

  it('keeps the password in a file of its own, off the command line and the environment', async () => {
    const seen: unknown[] = [];
    await convert({
      input: join(FIXTURES, 'locked.odt'),
      load: { filter: 'writer8', password: 'pässword' },
      onCall: async (call) => {
        const path = fileURLToPath(String(call.env?.CONVERTD_JOB));
        const { mode } = await stat(path);
        seen.push([mode & 0o777, (await readFile(path, 'utf8')).includes('pässword')]);
        seen.push(JSON.stringify(call).includes('pässword'));
        return call;
      },
    });
    expect(seen).toEqual([[0o600, true], false]);
  });

  it.skipIf(!process.env.CORPORA_DIR)('tells that LibreOffice cannot decrypt an old presentation', async () => {
    const input = join(String(process.env.CORPORA_DIR), 'office/Password_Protected-56-hello.ppt');
    const load = { filter: 'MS PowerPoint 97', password: 'hello' };
    await expect(convert({ input, load })).rejects.toMatchObject({ code: 'input_wrong_type' });
  });

  it('tells where LibreOffice is missing or incomplete', async () => {
    const input = await bench.write('any.txt', 'any');
    for (const path of ['/nowhere/soffice', '/bin/true']) {
      process.env.SOFFICE_BIN = path;
      await expect(convert({ input })).rejects.toMatchObject({ code: 'program_missing' });
    }
  });

  it('leaves no process when canceled or out of time', async () => {
    const input = await bench.write('long.txt', 'a line of a long text\n'.repeat(200_000));
    const stop = new AbortController();
    const canceled = convert({ input, signal: stop.signal });
    await expect.poll(() => findProcesses(bench.folder)).not.toEqual([]);
    stop.abort();
    await expect(canceled).rejects.toMatchObject({ code: 'conversion_canceled' });
    const late = convert({ input, onCall: (call) => ({ ...call, limits: { wallMs: 1500 } }) });
    await expect(late).rejects.toMatchObject({ code: 'conversion_timeout' });
    expect(await findProcesses(bench.folder)).toEqual([]);
  });
});
