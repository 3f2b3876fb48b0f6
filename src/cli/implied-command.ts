import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { nearest } from '../catalog/nearest.ts';
import { TASKS, targetOfWord } from '../catalog/vocabulary.ts';

/**
 * Lets `convertd talk.wav mp3` mean `convertd convert talk.wav mp3`: where the first word is a file or looks like one, and where a later
 * word is one: `convertd --to mp3 talk.wav`, `convertd compress report.pdf`. `convertd papers.zip unzip` means `convertd unpack papers.zip`.
 * @param args the words after the name of the program
 */
export function withImpliedCommand(args: readonly string[], program: Command): string[] {
  const [first = '', ...others] = args;
  const names = ['help', ...program.commands.flatMap((command) => [command.name(), ...command.aliases()])];
  if (first === '-v') return ['--version'];
  if (names.includes(first)) return [...args];
  const unpack = program.commands.find((command) => command.name() === 'unpack');
  const last = others.at(-1) ?? '';
  if (unpack !== undefined && [unpack.name(), ...unpack.aliases()].includes(last)) {
    return [unpack.name(), first, ...others.slice(0, -1)];
  }
  const isWord = Object.hasOwn(TASKS, first) || targetOfWord(first) !== undefined;
  const isMisspelled = !isWord && !first.startsWith('-') && nearest(first, names).length > 0;
  // Other programs take files after these; the command says what to type.
  const isFlagOfFiles = first === '-i' || first === '-o';
  const isFile = isFlagOfFiles || looksLikeFile(first) || (!isMisspelled && others.some(looksLikeFile));
  return isFile ? ['convert', ...args] : [...args];
}

const looksLikeFile = (word: string): boolean =>
  word === '-' || (!word.startsWith('-') && (/[./]/.test(word) || existsSync(word)));
