import { existsSync } from 'node:fs';
import type { Command } from 'commander';

/**
 * Lets `convertd talk.wav mp3` mean `convertd convert talk.wav mp3`: where the first word is a file, or looks like one.
 * @param args the words after the name of the program
 */
export function withImpliedCommand(args: readonly string[], program: Command): string[] {
  const [first = ''] = args;
  const isCommand =
    first === 'help' || program.commands.some((command) => [command.name(), ...command.aliases()].includes(first));
  // Other programs take files so; the command says what to type.
  const isFlagOfFiles = first === '-i' || first === '-o';
  const isFile = isFlagOfFiles || (!first.startsWith('-') && (/[./]/.test(first) || existsSync(first)));
  return isFile && !isCommand ? ['convert', ...args] : [...args];
}
