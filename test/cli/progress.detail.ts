import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters, styleText } from 'node:util';
import xterm from '@xterm/headless';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { CONVERTD, temporaryFolder } from './support.ts';

interface Screen {
  readonly columns: number;
  readonly rows: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns all lines of a terminal of this size at the end, including scrolled ones, and everything written to it. */
async function onTerminal(args: readonly string[], { columns, rows, env = {} }: Screen, cwd: string) {
  const command = `stty cols ${columns} rows ${rows}; ${[CONVERTD, ...args].map((each) => `'${each}'`).join(' ')}`;
  // The environment of the tests may turn colours off, and Node shows none if CI is set.
  const own = { TERM: 'xterm', CI: undefined, NO_COLOR: undefined, FORCE_COLOR: undefined, ...env };
  const { stdout } = await execa('script', ['-qefc', command, '/dev/null'], { cwd, env: own });
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  // `script` writes the line ends of a terminal; execa removes the last one.
  await new Promise<void>((resolve) => terminal.write(`${stdout}\r\n`, resolve));
  const { buffer } = terminal;
  const lines = Array.from(
    { length: buffer.normal.length },
    (_, index) => buffer.normal.getLine(index)?.translateToString(true) ?? '',
  );
  return { written: stdout, lines: lines.join('\n').trimEnd().split('\n') };
}

async function manyFiles(count: number): Promise<{ cwd: string; names: string[] }> {
  const cwd = await temporaryFolder();
  const names = Array.from({ length: count }, (_, index) => `file-with-a-rather-long-name-${index + 1}.txt`);
  for (const name of names) await writeFile(join(cwd, name), name);
  return { cwd, names };
}

describe('progress on a terminal', () => {
  test.each([
    ['a usual one', 80, 24],
    ['a narrow and low one', 32, 8],
  ])('40 files leave a line each on %s, and nothing else', async (_, columns, rows) => {
    const { cwd, names } = await manyFiles(40);
    const { written, lines } = await onTerminal(
      ['convert', ...names, 'md5', '--output', 'out'],
      { columns, rows },
      cwd,
    );
    // Progress was shown and then removed.
    expect(stripVTControlCharacters(written)).toMatch(/\d+ of 40/);
    const text = lines.join('');
    for (const name of names) expect(text).toContain(`${name.slice(0, -4)}.md5`);
    expect(text).toMatch(/completed 40 files in/);
    expect(text).not.toMatch(/of 40|[█░]/);
    // Each line of the summary takes more than one row of a narrow terminal.
    const rowsOfALine = Math.ceil(100 / columns);
    expect(lines.length).toBeLessThanOrEqual(41 * rowsOfALine + 2);
  });

  test('a film tells its percent and the time that is left', async () => {
    const cwd = await temporaryFolder();
    const film = [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=640x360:rate=25:duration=20',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
    ];
    await execa('ffmpeg', ['-v', 'error', ...film, join(cwd, 'film.mp4')]);
    const options = ['-o', 'video_codec=vp9', '-o', 'effort=small', '-o', 'end=00:00:08'];
    const { written } = await onTerminal(
      ['convert', 'film.mp4', 'webm', ...options, '--output', 'out'],
      { columns: 100, rows: 24 },
      cwd,
    );
    const shown = [...stripVTControlCharacters(written).matchAll(/(\d+) % {2}(?:(\d[\d ms:]*) left)?/g)];
    const percents = shown.map(([, percent]) => Number(percent));
    expect(new Set(percents).size).toBeGreaterThan(4);
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
    expect(shown.some(([, , left]) => left !== undefined)).toBe(true);
  });

  test('TERM=dumb gets the summary alone, without colours and moves', async () => {
    const { cwd, names } = await manyFiles(3);
    const { written } = await onTerminal(
      ['convert', ...names, 'md5'],
      { columns: 80, rows: 24, env: { TERM: 'dumb' } },
      cwd,
    );
    expect(written).toContain('completed 3 files');
    expect(written).toBe(stripVTControlCharacters(written));
  });

  test('NO_COLOR takes the colours away', async () => {
    const { cwd, names } = await manyFiles(1);
    const words = ['convert', ...names, 'md5', '-o', 'hmak=x', '--lenient'];
    const coloured = await onTerminal(words, { columns: 80, rows: 24 }, cwd);
    const plain = await onTerminal([...words, '--force'], { columns: 80, rows: 24, env: { NO_COLOR: '1' } }, cwd);
    const coloursOf = (written: string) => written.includes(styleText('yellow', 'warning:', { validateStream: false }));
    expect([coloursOf(coloured.written), coloursOf(plain.written)]).toEqual([true, false]);
  });

  test('a password is asked for, and is not shown', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'secret.txt'), 'one');
    await writeFile(join(cwd, 'password'), 'open sesame\n');
    await execa(CONVERTD, ['convert', 'secret.txt', 'locked.zip', '--secret', 'encrypt_password=password'], { cwd });
    const run = execa('script', ['-qefc', `'${CONVERTD}' convert locked.zip tar`, '/dev/null'], {
      cwd,
      env: { TERM: 'xterm' },
      stdin: 'pipe',
    });
    let answered = false;
    run.stdout.on('data', (chunk: Buffer) => {
      if (answered || !String(chunk).includes('Password of locked.zip')) return;
      answered = true;
      run.stdin.write('open sesame\r');
    });
    const { exitCode, stdout } = await run;
    expect([answered, exitCode]).toEqual([true, 0]);
    expect(stdout).not.toContain('sesame');
    expect((await execa('tar', ['-tf', 'locked.tar'], { cwd })).stdout).toBe('secret.txt');
  });
});
