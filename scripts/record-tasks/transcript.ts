import type { EverydayTask } from './tasks.ts';

/** A task with the output of each of its commands. */
export interface Recorded {
  readonly task: EverydayTask;
  readonly printed: readonly string[];
}

interface Count {
  readonly commands: number;
  readonly words: number;
}

const sumOf = (commands: readonly string[]): Count => ({
  commands: commands.length,
  words: commands.join(' ').split(/\s+/).length,
});

const countText = ({ commands, words }: Count): string =>
  `${commands} command${commands === 1 ? '' : 's'}, ${words} words`;

/** Returns `2 commands, 11 words`. */
export const countsOf = (commands: readonly string[]): string => countText(sumOf(commands));

/** Most lines of a command's output. */
const MAX_LINES = 14;

/** Returns the page with all transcripts. */
export function renderPage(recorded: readonly Recorded[]): string {
  const comparable = recorded.filter(({ task }) => task.before !== null);
  const total = (pick: (task: EverydayTask) => readonly string[]) =>
    comparable.map(({ task }) => sumOf(pick(task))).reduce(add, { commands: 0, words: 0 });
  return [
    '# Everyday tasks',
    '',
    'Ten tasks as people type them, recorded by `npm run record-tasks`. "Before" is the command line before `convert` took outputs, folders,',
    'standard input and words for targets; its commands were run in a checkout of that version.',
    '',
    '| task | now | before |',
    '|---|---|---|',
    ...recorded.map(
      ({ task }) =>
        `| ${task.title} | ${countsOf(task.now)} | ${task.before === null ? 'not possible' : countsOf(task.before)} |`,
    ),
    `| all that were possible before | ${countText(total(({ now }) => now))} | ${countText(total(({ before }) => before ?? []))} |`,
    '',
    ...recorded.flatMap(section),
  ].join('\n');
}

const add = (one: Count, other: Count): Count => ({
  commands: one.commands + other.commands,
  words: one.words + other.words,
});

function section({ task, printed }: Recorded): string[] {
  return [
    `## ${task.title}`,
    '',
    ...task.now.map((command) => `    ${command}`),
    '',
    '```text',
    ...task.now.flatMap((command, index) => [`$ ${command}`, ...clipped(printed[index] ?? '')]),
    ...(task.until === undefined ? [] : ['^C']),
    '```',
    '',
    ...(task.before === null ? ['Before: not possible.', ''] : ['Before:', '', '```sh', ...task.before, '```', '']),
  ];
}

function clipped(text: string): string[] {
  const lines = text === '' ? [] : text.split('\n');
  return lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES - 1), `… ${lines.length - MAX_LINES + 1} more lines`];
}
