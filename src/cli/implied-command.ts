import { existsSync } from 'node:fs';
import type { Command } from 'commander';

/**
 * Lets `convertd talk.wav mp3` mean `convertd convert talk.wav mp3`: where the first word is a file, or looks like one.
 * @param argv as in process.argv
 */
export function withImpliedCommand(argv: readonly string[], program: Command): string[] {
  const [node = '', script = '', first = ''] = argv;
  const isCommand =
    first === 'help' || program.commands.some((command) => [command.name(), ...command.aliases()].includes(first));
  // Other programs take files so; the command says what to type.
  const isFlagOfFiles = first === '-i' || first === '-o';
  const isFile = isFlagOfFiles || (!first.startsWith('-') && (/[./]/.test(first) || existsSync(first)));
  return isFile && !isCommand ? [node, script, 'convert', ...argv.slice(2)] : [...argv];
}
