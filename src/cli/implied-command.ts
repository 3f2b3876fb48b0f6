import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { nearest } from '../catalog/nearest.ts';

/**
 * Lets `convertd talk.wav mp3` mean `convertd convert talk.wav mp3`: where the first word is a file or looks like one, and where a later
 * word is one: `convertd --to mp3 talk.wav`, `convertd compress report.pdf`.
 * @param args the words after the name of the program
 */
export function withImpliedCommand(args: readonly string[], program: Command): string[] {
  const [first = '', ...others] = args;
  const names = ['help', ...program.commands.flatMap((command) => [command.name(), ...command.aliases()])];
  if (first === '-v') return ['--version'];
  if (names.includes(first)) return [...args];
  const isMisspelled = !first.startsWith('-') && nearest(first, names).length > 0;
  // Other programs take files after these; the command says what to type.
  const isFlagOfFiles = first === '-i' || first === '-o';
  const isFile = isFlagOfFiles || looksLikeFile(first) || (!isMisspelled && others.some(looksLikeFile));
  return isFile ? ['convert', ...args] : [...args];
}

const looksLikeFile = (word: string): boolean =>
  word === '-' || (!word.startsWith('-') && (/[./]/.test(word) || existsSync(word)));
