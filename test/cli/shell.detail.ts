import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { CONVERTD, convertd, temporaryFolder } from './support.ts';

const PATH = { PATH: `${dirname(CONVERTD)}:${process.env.PATH}` };

const suggested = async (...words: string[]) =>
  (await convertd(['complete', '--', ...words])).stdout.split('\n').map((line) => line.split('\t')[0]);

describe('completion', () => {
  test('knows commands, options, targets and words for them', async () => {
    expect(await suggested('cat')).toContain('catalog');
    expect(await suggested('convert', 'a.wav', '--for')).toContain('--force');
    expect(await suggested('convert', '--to', 'mp')).toContain('mp3');
    expect(await suggested('catalog', 'kind')).toContain('kindle');
  });

  test('works in bash', async () => {
    const script = [
      // The function of the package bash-completion.
      '_get_comp_words_by_ref() { words=("$COMP_WORDS" cat); cur=cat; prev=convertd; cword=1; }',
      'source <(convertd completion bash)',
      'COMP_WORDS=(convertd cat); COMP_CWORD=1; COMP_LINE="convertd cat"; COMP_POINT=12',
      'function=$(complete -p convertd | grep -o "F [^ ]*" | cut -c3-)',
      '"$function" convertd cat convertd',
      'echo "$COMPREPLY"',
    ].join('\n');
    const { stdout } = await execa('bash', ['-c', script], { env: PATH });
    expect(stdout.trim()).toBe('catalog');
  });

  test.each(['zsh', 'fish'])('has a script for %s that asks convertd', async (shell) => {
    const { exitCode, stdout } = await convertd(['completion', shell]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('convertd complete --');
  });
});

test('the manual page is one that man shows, with every command and its options', async () => {
  const { exitCode, stdout } = await convertd(['man']);
  expect(exitCode).toBe(0);
  const page = join(await temporaryFolder(), 'convertd.1');
  await writeFile(page, stdout);
  const help = await convertd(['--help']);
  const commands = [...help.stdout.matchAll(/^ {2}([a-z]+) /gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'help');
  expect(commands).toContain('watch');
  for (const name of commands) expect(stdout).toMatch(new RegExp(`^\\.B ${name} `, 'm'));
  expect(stdout).toContain('\\-\\-skip\\-existing');
  // No line of text is parsed as an undefined macro.
  const macros = new Set(
    stdout
      .split('\n')
      .filter((line) => line.startsWith('.'))
      .map((line) => line.split(' ')[0]),
  );
  expect([...macros].sort()).toEqual(['.B', '.I', '.PP', '.SH', '.SS', '.TH', '.TP']);
});

test('doctor is a page: a line a category, what to install, and where there is more', async () => {
  const { exitCode, stdout } = await convertd(['doctor'], {
    env: { FDKAAC_BIN: '/nowhere/fdkaac', CATEGORIES: 'audio,hash' },
  });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^Ready to convert: programs run sandboxed/);
  expect(stdout).toMatch(/^hash +ready$/m);
  expect(stdout).toMatch(/^audio +ready but for what needs .*fdkaac/m);
  expect(stdout).toMatch(/^image +left out here by CATEGORIES=audio,hash$/m);
  expect(stdout).toMatch(/To install for the rest:[\s\S]*\n {2}fdkaac .*\n {6}for .*heaac/);
  expect(stdout).toContain('convertd doctor --verbose');
  expect(stdout).not.toContain('ffprobe');
});
