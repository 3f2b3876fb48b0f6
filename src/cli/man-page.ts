import type { Command, Option } from 'commander';
import { VERSION } from '../version.ts';

/**
 * Returns the manual page of a program in roff (man(7)), made from the descriptions of its commands. Lines that begin with a dot are macros
 * of `man`.
 */
export function manPage(program: Command): string {
  const name = program.name();
  const commands = flatCommands(program);
  return [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${VERSION}" "User Commands"`,
    '.SH NAME',
    `${name} \\- ${roff(program.description())}`,
    '.SH SYNOPSIS',
    `.B ${name}`,
    '.I command',
    '[\\fIoptions\\fR] [\\fIarguments\\fR]',
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...EXIT_STATUS.flatMap(([status, meaning]) => ['.TP', `.B ${status}`, roff(meaning)]),
    '.SH ENVIRONMENT',
    roff(`"${name} config" shows every variable, what it means and what it holds.`),
    '',
  ].join('\n');
}

const EXIT_STATUS: readonly (readonly [string, string])[] = [
  ['0', 'completed'],
  [
    '1',
    'the conversion failed, an input does not exist, an output exists already, or nothing can be sandboxed (doctor)',
  ],
  ['2', 'a bad task, option, setting or command line; nothing was started'],
  ['130, 143', 'ended by Ctrl-C, or by SIGTERM'],
  ['141', 'ended because whoever read its output is gone'],
];

/** Returns a command and all commands below it. */
const flatCommands = (command: Command): Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => [each, ...flatCommands(each)]);

function commandLines(command: Command): string[] {
  const help = command.createHelp();
  return [
    '.SS',
    `.B ${roff(fullName(command))} ${roff(command.usage())}`,
    '.PP',
    roff(command.description()),
    ...help.visibleArguments(command).flatMap((argument) => {
      const text = roff(argument.description);
      return text === '' ? [] : ['.TP', `.I ${roff(argument.name())}`, text];
    }),
    ...help.visibleOptions(command).flatMap(optionLines),
  ];
}

const optionLines = ({ flags, description }: Option): string[] => ['.TP', `.B ${roff(flags)}`, roff(description)];

/** Name of a command without the program: `keys create`. */
function fullName(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${fullName(parent)} ${command.name()}`;
}

/** Escapes text: backslashes and hyphens have a meaning in roff, and so do dots and quotes at the start of a line. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
