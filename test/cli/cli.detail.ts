import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { CONVERTD, convertd, INPUTS, lastLine, ROOT, temporaryFolder } from './support.ts';

const squares = join(INPUTS, 'squares.txt');

async function taskFile(task: unknown): Promise<string> {
  const path = join(await temporaryFolder(), 'task.json');
  await writeFile(path, typeof task === 'string' ? task : JSON.stringify(task));
  return path;
}

describe('convertd run', () => {
  test('leaves the outputs in the folder and nothing else, and exits 0', async () => {
    const output = await temporaryFolder();
    const { exitCode, stdout } = await convertd([
      'run',
      join(ROOT, 'fixtures/hash/sha256/task.json'),
      '--output',
      output,
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(join(output, 'abc.sha256'));
    expect(await readdir(output)).toEqual(['abc.sha256']);
    const digest = createHash('sha256')
      .update(await readFile(join(INPUTS, 'abc.txt')))
      .digest('hex');
    expect(await readFile(join(output, 'abc.sha256'), 'utf8')).toBe(`${digest}\n`);
  });

  test('with --json prints one report a line, progress never falling, the result last', async () => {
    const output = await temporaryFolder();
    const { exitCode, stdout } = await convertd([
      'run',
      join(ROOT, 'fixtures/hash/sha256/task.json'),
      '--output',
      output,
      '--json',
    ]);
    expect(exitCode).toBe(0);
    const reports = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const progress = reports.flatMap((report) => report.progress ?? []);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    const bytes = await readFile(join(output, 'abc.sha256'));
    expect(reports.at(-1)).toMatchObject({
      status: 'completed',
      warnings: [],
      errors: [],
      output: [
        {
          filename: 'abc.sha256',
          size: bytes.length,
          content_type: 'text/plain',
          checksum: createHash('md5').update(bytes).digest('hex'),
          uri: `file://${output}/abc.sha256`,
        },
      ],
    });
  });

  test.each([
    ['not JSON', '{', 'task_invalid'],
    ['without inputs', { conversion: { category: 'hash', target: 'md5' }, input: [] }, 'task_invalid'],
    [
      'for a target that does not exist',
      { conversion: { category: 'hash', target: 'md55' }, input: [{ source: squares }] },
      'target_unknown',
    ],
    [
      'with a preset that does not exist',
      { conversion: { category: 'hash', target: 'md5', options: { preset: 'none' } }, input: [{ source: squares }] },
      'preset_unknown',
    ],
  ])('exits 2 for a task %s', async (_, task, code) => {
    const { exitCode, stdout } = await convertd([
      'run',
      await taskFile(task),
      '--output',
      await temporaryFolder(),
      '--json',
    ]);
    expect(exitCode).toBe(2);
    expect(lastLine(stdout)).toMatchObject({ status: 'failed', output: [], errors: [{ code }] });
  });

  test('says where a task file is wrong, by its name', async () => {
    const broken = await taskFile('{\n  "conversion": {\n}');
    const atEnd = await convertd(['run', broken]);
    expect([atEnd.exitCode, atEnd.stderr]).toEqual([
      2,
      expect.stringMatching(/task\.json is not valid JSON: .* at line 3, column 2\./),
    ]);
    const misspelt = await taskFile({ conversion: { category: 'hash', traget: 'md5' }, input: [{ source: squares }] });
    const { stderr } = await convertd(['run', misspelt]);
    expect(stderr).toMatch(/task\.json: conversion must have .*'target'.* Did you mean target in place of "traget"\?/);
  });

  test('tells all bad options at once and still exits 2', async () => {
    const options = { rounds: 7, hmac: 5, allow_multiple_outputs: 'maybe' };
    const task = { conversion: { category: 'hash', target: 'tiger192', options }, input: [{ source: squares }] };
    const { exitCode, stdout } = await convertd([
      'run',
      await taskFile(task),
      '--output',
      await temporaryFolder(),
      '--json',
    ]);
    expect(exitCode).toBe(2);
    expect(
      lastLine(stdout)
        .errors.map((error) => error.details.option)
        .sort(),
    ).toEqual(['allow_multiple_outputs', 'hmac', 'rounds']);
  });

  test.each([
    ['an input that does not exist', 'file:///nowhere/a.txt', 'input_not_found'],
    ['an input of zero bytes', `file://${INPUTS}/empty.txt`, 'input_empty'],
    ['an input on this machine’s network', 'http://127.0.0.1:1/a.wav', 'input_address_refused'],
  ])('exits 1 for %s', async (_, source, code) => {
    const task = { conversion: { category: 'audio', target: 'mp3' }, input: [{ source }] };
    const { exitCode, stdout } = await convertd([
      'run',
      await taskFile(task),
      '--output',
      await temporaryFolder(),
      '--json',
    ]);
    expect(exitCode).toBe(1);
    expect(lastLine(stdout).errors.map((error) => error.code)).toEqual([code]);
  });

  test('makes one thread an input where the engine does not combine them, and no output overwrites another', async () => {
    const [first, second, output] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
    await writeFile(join(first, 'note.txt'), 'one');
    await writeFile(join(second, 'note.txt'), 'two');
    const input = [{ source: join(first, 'note.txt') }, { source: join(second, 'note.txt') }];
    const task = { conversion: { category: 'hash', target: 'crc32b' }, input };
    const { exitCode, stdout } = await convertd(['run', await taskFile(task), '--output', output, '--json']);
    expect(exitCode).toBe(0);
    expect(
      lastLine(stdout)
        .output.map(({ filename }) => filename)
        .sort(),
    ).toEqual(['note-2.crc32b', 'note.crc32b']);
    const digests = await Promise.all((await readdir(output)).map((name) => readFile(join(output, name), 'utf8')));
    expect(new Set(digests).size).toBe(2);
  });

  test('combines the inputs of a task whose preset says so', async () => {
    const presets = join(await temporaryFolder(), 'presets.json');
    await writeFile(
      presets,
      JSON.stringify([{ name: 'joined', category: 'document', target: 'pdf', options: { merge: true } }]),
    );
    const pages = join(await temporaryFolder(), 'page.pdf');
    await execa('qpdf', ['--empty', pages, '--pages', join(ROOT, 'fixtures/document/report.pdf'), '1', '--']);
    const task = {
      conversion: { category: 'document', target: 'pdf', options: { preset: 'joined' } },
      input: [{ source: pages }, { source: pages }],
    };
    const output = await temporaryFolder();
    const { exitCode } = await convertd(['run', await taskFile(task), '--output', output, '--presets', presets]);
    expect(exitCode).toBe(0);
    const [merged = '', ...others] = await readdir(output);
    expect(others).toEqual([]);
    expect((await execa('qpdf', ['--show-npages', join(output, merged)])).stdout).toBe('2');
  });

  test('takes options from a preset, and those of the task over them', async () => {
    const presets = join(await temporaryFolder(), 'presets.json');
    const preset = {
      name: 'keyed',
      category: 'hash',
      target: 'md5',
      options: { hmac: 'key', output_filename: 'from-preset' },
    };
    await writeFile(presets, JSON.stringify([preset]));
    const task = {
      conversion: { category: 'hash', target: 'md5', options: { preset: 'keyed', output_filename: 'own' } },
      input: [{ source: squares }],
    };
    const output = await temporaryFolder();
    const { exitCode } = await convertd(['run', await taskFile(task), '--output', output, '--presets', presets]);
    expect(exitCode).toBe(0);
    const { createHmac } = await import('node:crypto');
    expect(await readFile(join(output, 'own.md5'), 'utf8')).toBe(
      `${createHmac('md5', 'key')
        .update(await readFile(squares))
        .digest('hex')}\n`,
    );
  });

  test('takes an alias of a target, and several inputs with it', async () => {
    const output = await temporaryFolder();
    const path = await taskFile({
      conversion: { category: 'archive', target: 'gzip' },
      input: [
        { source: 'data:,a', filename: 'a.txt' },
        { source: 'data:,b', filename: 'b.txt' },
      ],
    });
    expect((await convertd(['run', path, '--output', output])).exitCode).toBe(0);
    expect(await readdir(output)).toEqual([expect.stringMatching(/\.tar\.gz$/)]);
  });

  test('carries the download password through to the output record alone', async () => {
    const options = { download_password: 'open sesame' };
    const task = { conversion: { category: 'hash', target: 'md5', options }, input: [{ source: squares }] };
    const { stdout } = await convertd(['run', await taskFile(task), '--output', await temporaryFolder(), '--json']);
    expect(lastLine(stdout).output[0]?.download_password).toBe('open sesame');
  });

  test('never overwrites its own input', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.md5'), 'precious');
    for (const flags of [[], ['--force']]) {
      const beside = await convertd(['convert', 'a.md5', 'hash/md5', '--output', folder, ...flags], { cwd: folder });
      expect([beside.exitCode, await readdir(folder)]).toEqual([0, ['a-converted.md5', 'a.md5']]);
    }
    const named = await convertd(['convert', 'a.md5', 'a.md5', '--force'], { cwd: folder });
    expect([named.exitCode, named.stderr]).toEqual([1, expect.stringContaining('would replace the input')]);
    expect(await readFile(join(folder, 'a.md5'), 'utf8')).toBe('precious');
  });
});

describe('convertd convert', () => {
  test.each(['/proc/nowhere/out', '/dev/null/out'])(
    'ends with an error where no folder can be made: %s',
    async (folder) => {
      const { exitCode, stderr } = await convertd(['convert', squares, 'md5', '--output', folder]);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('[output_store_failed]');
    },
  );

  test('takes options as text and several files', async () => {
    const output = await temporaryFolder();
    const files = ['abc.txt', 'squares.txt'].map((name) => join(INPUTS, name));
    const { exitCode } = await convertd(['convert', ...files, 'tiger192', '-o', 'rounds=4', '--output', output]);
    expect(exitCode).toBe(0);
    expect(await readdir(output)).toEqual(['abc.tiger192', 'squares.tiger192']);
  });

  test('takes an alias of a target', async () => {
    const output = await temporaryFolder();
    const { exitCode } = await convertd(['convert', squares, 'sha-256', '--output', output]);
    expect([exitCode, await readdir(output)]).toEqual([0, ['squares.sha256']]);
  });

  test('reads a secret from a file', async () => {
    const [folder, output] = [await temporaryFolder(), await temporaryFolder()];
    await writeFile(join(folder, 'key'), 'shared secret\n');
    await convertd(['convert', squares, 'md5', '--secret', `hmac=${join(folder, 'key')}`, '--output', output]);
    const direct = await temporaryFolder();
    await convertd(['convert', squares, 'md5', '-o', 'hmac=shared secret', '--output', direct]);
    expect(await readFile(join(output, 'squares.md5'), 'utf8')).toBe(
      await readFile(join(direct, 'squares.md5'), 'utf8'),
    );
  });

  test('is meant where the first word is a file', async () => {
    const folder = await temporaryFolder();
    await copyFile(join(ROOT, 'fixtures/image/logo.png'), join(folder, 'squares.png'));
    const run = (...words: string[]) => convertd(words, { cwd: folder });
    expect(await run('squares.png', 'jpg')).toMatchObject({ exitCode: 0 });
    expect(await run('squares.png', 'small.webp')).toMatchObject({ exitCode: 0 });
    expect(await run('squares.png', 'resize-image', '-o', 'width=20')).toMatchObject({ exitCode: 0 });
    expect((await readdir(folder)).sort()).toEqual(['small.webp', 'squares-resized.png', 'squares.jpg', 'squares.png']);
    expect((await run('gone.png', 'jpg')).stderr).toContain('gone.png does not exist');
    for (const flags of [
      ['squares.png', '-o', 'out.jpg'],
      ['-i', 'squares.png', '-o', 'out.jpg'],
    ]) {
      expect((await run(...flags)).stderr).toContain('Files need no flag');
    }
  });

  test.each([
    ['no target', ['convert', squares]],
    ['an unknown flag', ['convert', squares, 'md5', '--nonsense']],
    ['a broken option', ['convert', squares, 'md5', '-o', 'hmac']],
    ['no words at all', ['convert']],
    ['an unknown command', ['covert']],
  ])('exits 2 for %s', async (_, args) => {
    const { exitCode, stderr } = await convertd(args, { cwd: await temporaryFolder() });
    expect(exitCode).toBe(2);
    expect(stderr).not.toBe('');
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('convertd catalog', () => {
  test('lists categories, a category, a target', async () => {
    expect((await convertd(['catalog'])).stdout).toMatch(
      /^archive\s+7z, bz2, cbz, gz, tar, tbz2, tgz, txz, tzst, xz, zip, zst$/m,
    );
    expect((await convertd(['catalog', 'audio'])).stdout).toContain('mp3');
    expect((await convertd(['catalog', 'audio/mp3'])).stdout).toContain('audio_bitrate');
    expect((await convertd(['catalog', 'ebook'])).stdout).toContain('pdf-ebook');
  });

  test('--json is the array of catalog entries', async () => {
    const entries = JSON.parse((await convertd(['catalog', 'archive', '--json'])).stdout);
    expect(entries.map(({ target }: { target: string }) => target)).toEqual(
      '7z bz2 cbz gz tar tbz2 tgz txz tzst xz zip zst'.split(' '),
    );
    expect(entries[0]).toMatchObject({
      id: expect.any(Number),
      category: 'archive',
      options: { encrypt_password: { type: 'string' } },
    });
  });

  test('exits 2 for what does not exist', async () => {
    const { exitCode, stderr } = await convertd(['catalog', 'audio/mp9']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('mp9');
  });
});

describe('convertd doctor', () => {
  test('names programs, versions and how they are sandboxed', async () => {
    const { exitCode, stdout } = await convertd(['doctor', '--verbose']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/ok {7}required {2}ffmpeg \d/);
    expect(stdout).toMatch(/ok {7}required {2}sharp \d/);
    expect(stdout).toMatch(/ok {7}required {2}@neplex\/vectorizer \d/);
    expect(stdout).toMatch(/landlock|bwrap/);
  });

  test('says which ffmpeg is used and why', async () => {
    const { stdout } = await convertd(['doctor', '--verbose'], {
      env: { CATEGORIES: 'audio', FFMPEG_BIN: '/usr/bin/ffmpeg' },
    });
    expect(stdout).toMatch(/required {2}ffmpeg \d.*\n +named by FFMPEG_BIN/);
    const json = await convertd(['doctor', '--json'], { env: { CATEGORIES: 'audio' } });
    const [audio] = JSON.parse(json.stdout).engines.filter(
      ({ category }: { category: string }) => category === 'audio',
    );
    const [ffprobe] = audio.programs.filter(({ name }: { name: string }) => name === 'ffprobe');
    expect(ffprobe.chosen).toMatch(/npm run ffmpeg/);
  });

  test('says what a missing program costs', async () => {
    const { stdout } = await convertd(['doctor', '--verbose'], {
      env: { FDKAAC_BIN: '/nowhere/fdkaac', CATEGORIES: 'audio' },
    });
    expect(stdout).toMatch(/missing {2}optional {2}fdkaac[^\n]*\n\s+not possible without it: .*heaac/);
  });

  test('refuses work where nothing can sandbox it, and says so', async () => {
    const { exitCode, stdout } = await convertd(['doctor', '--json'], { env: { SANDBOX: 'off', CATEGORIES: 'hash' } });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).sandbox.backend).toBe('off');
  });
});

test('the executable works through a link, from another folder', async () => {
  const folder = await temporaryFolder();
  const { symlink } = await import('node:fs/promises');
  await symlink(CONVERTD, join(folder, 'convertd'));
  const { execa } = await import('execa');
  const { stdout } = await execa(join(folder, 'convertd'), ['--version'], { cwd: folder });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+$/);
});
