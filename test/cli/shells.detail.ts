import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { CONVERTD, temporaryFolder } from './support.ts';

const PATH = `${dirname(CONVERTD)}${delimiter}${process.env.PATH}`;

async function isMissing(shell: string): Promise<boolean> {
  return (await execa(shell, ['--version'], { reject: false })).failed;
}

/** Returns what a real shell offers for the last word of a command, in a folder with talk.wav. */
type Offered = (line: string) => Promise<string>;

/** fish has a command that completes like its Tab key. */
const inFish: Offered = async (line) => {
  const script = `convertd completion fish | source; complete --do-complete '${line}'`;
  const { stdout } = await execa('fish', ['--no-config', '-c', script], { cwd: await folderWithTalk(), env: { PATH } });
  return stdout;
};

/** zsh completes only on a terminal: here one of its module zpty, in which Tab is pressed. */
const inZsh: Offered = async (line) => {
  const script = [
    'zmodload zsh/zpty',
    'zpty shell zsh -f -i',
    `zpty -w shell 'PS1="> "; autoload -U compinit; compinit -D -u; source <(convertd completion zsh); echo RE""ADY'`,
    "zpty -r shell ready '*READY*'",
    `zpty -n -w shell $'${line}\\t'`,
    `zpty -n -w shell $'; echo DO""NE\\n'`,
    // Keys are handled in order, so the completion comes first.
    "zpty -r shell shown '*DONE*'",
    'print -r -- "$shown"',
  ].join('\n');
  const { stdout } = await execa('zsh', ['-f', '-c', script], {
    cwd: await folderWithTalk(),
    env: { PATH, TERM: 'xterm' },
  });
  return stripVTControlCharacters(stdout);
};

async function folderWithTalk(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'talk.wav'), '');
  return folder;
}

test.each<[string, Offered]>([
  ['fish', inFish],
  ['zsh', inZsh],
])('%s completes commands, options, targets and files', async (shell, offered) => {
  if (await isMissing(shell)) return console.warn(`${shell} is not installed: its completion is not tested`);
  expect(await offered('convertd cat')).toContain('catalog');
  expect(await offered('convertd convert talk.wav --skip')).toContain('--skip-existing');
  expect(await offered('convertd convert talk.wav --to kind')).toContain('kindle');
  expect(await offered('convertd convert ta')).toContain('talk.wav');
});

test.each<[string, Offered]>([
  ['fish', inFish],
  ['zsh', inZsh],
])('%s offers nothing for what is neither', async (shell, offered) => {
  if (await isMissing(shell)) return console.warn(`${shell} is not installed: its completion is not tested`);
  expect(await offered('convertd convert zz')).not.toContain('talk.wav');
});
