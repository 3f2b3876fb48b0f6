import { copyFile, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { INPUTS, temporaryFolder } from '../cli/support.ts';
import { FFPROBE } from '../support/ffprobe.ts';
import { base64, codesOf, digestOf, filesOf, makeFolders, sha256, stdioClient, textOf } from './support.ts';

describe('convertd mcp over standard input and output', () => {
  it('converts a file, saves it, and reports progress', async () => {
    const folders = await makeFolders();
    await copyFile(join(INPUTS, 'chime.wav'), join(folders.read, 'chime.wav'));
    const { client } = await stdioClient(folders);
    const progress: number[] = [];
    const answer = await client.callTool(
      {
        name: 'convert',
        arguments: {
          inputs: [{ path: 'in/chime.wav' }],
          target: 'mp3',
          options: { audio_bitrate: 64 },
          output_folder: 'out/music',
        },
      },
      { onprogress: ({ progress: percent }) => progress.push(percent) },
    );
    expect(answer.isError, textOf(answer)).not.toBe(true);
    const [link] = answer.content.filter((block) => block.type === 'resource_link');
    const path = fileURLToPath(link?.uri ?? '');
    expect(path).toBe(join(folders.write, 'music', 'chime.mp3'));
    const { stdout } = await execa(FFPROBE, [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name',
      '-of',
      'csv=p=0',
      path,
    ]);
    expect(stdout.trim()).toBe('mp3');
    expect(progress.length).toBeGreaterThan(0);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
  });

  it('reads nothing outside of its folders', async () => {
    const folders = await makeFolders();
    const outside = await temporaryFolder();
    await Promise.all([
      writeFile(join(outside, 'secret.txt'), 'secret'),
      writeFile(join(folders.read, 'fine.txt'), 'fine'),
      symlink(join(outside, 'secret.txt'), join(folders.read, 'link.txt')),
    ]);
    const { client } = await stdioClient(folders);
    const convert = (path: string) => client.callTool({ name: 'convert', arguments: digestOf({ path }) });
    const inside = await convert(join(folders.read, 'fine.txt'));
    expect(String(filesOf(inside)[0])).toContain(sha256('fine'));
    const refused = [join(outside, 'secret.txt'), '../secret.txt', 'in/link.txt', '/etc/hostname', 'out/../../x'];
    for (const path of refused) {
      const answer = await convert(path);
      expect(codesOf(answer), path).toEqual(['input_source_unsupported']);
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).not.toContain(outside);
    }
  });

  it('writes nothing outside of its folders, and replaces no file unless it is asked to', async () => {
    const folders = await makeFolders();
    const outside = await temporaryFolder();
    await symlink(outside, join(folders.write, 'away'));
    const { client } = await stdioClient(folders);
    const convert = (output_folder: string, further = {}) =>
      client.callTool({
        name: 'convert',
        arguments: {
          inputs: [{ base64: base64('abc'), filename: 'abc.txt' }],
          target: 'gz',
          output_folder,
          ...further,
        },
      });
    for (const folder of [outside, 'out/away', 'out/away/deeper', folders.read, '..']) {
      expect(codesOf(await convert(folder)), folder).toEqual(['output_store_refused']);
    }
    expect(await readdir(outside)).toEqual([]);

    await writeFile(join(folders.write, 'abc.txt.gz'), 'mine');
    const names = (await readdir(folders.write)).length;
    expect((await convert(folders.write)).isError).not.toBe(true);
    expect((await readdir(folders.write)).length).toBe(names + 1);
    expect(await readFile(join(folders.write, 'abc.txt.gz'), 'utf8')).toBe('mine');
    await Promise.all([convert(folders.write), convert(folders.write)]);
    expect((await readdir(folders.write)).length).toBe(names + 3);
    expect((await convert(folders.write, { overwrite: true })).isError).not.toBe(true);
    expect(await readFile(join(folders.write, 'abc.txt.gz'), 'utf8')).not.toBe('mine');
  });

  it('says what is wrong, by the codes of convertd', async () => {
    const folders = await makeFolders();
    const { client } = await stdioClient(folders);
    const convert = (further: Record<string, unknown>) =>
      client.callTool({
        name: 'convert',
        arguments: { inputs: [{ base64: base64('abc') }], target: 'mp3', ...further },
      });
    expect(codesOf(await convert({ target: 'mp33' }))).toEqual(['target_unknown']);
    expect(codesOf(await convert({ options: { audio_bitrate: 'many' } }))).toEqual(['option_invalid']);
    const missing = await convert({ inputs: [{ path: 'in/none.txt' }] });
    expect(codesOf(missing)).toEqual(['input_not_found']);
    expect(JSON.stringify(missing)).not.toContain(folders.working);
    const damaged = await convert({});
    expect(damaged.isError).toBe(true);
    expect(JSON.stringify(damaged)).not.toMatch(/\.ts\b|\/data\/work|node:/);
    expect(codesOf(await convert({ inputs: [{ path: 'a', url: 'https://example.org/a' }] }))).toEqual(['task_invalid']);
    expect(codesOf(await convert({ inputs: [{ url: 'ftp://example.org/a' }] }))).toEqual(['input_source_unsupported']);
    const unknown = await convert({ target: 'gz', options: { no_such_option: 1 } });
    expect(textOf(unknown)).toContain('Warning: option_unknown');
  });
});
