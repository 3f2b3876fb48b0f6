import { Command, InvalidArgumentError } from 'commander';
import { secondsOf } from '../catalog/grammar/clock-time.ts';
import { VERSION } from '../version.ts';
import type { RunCommandLine } from './agent/serve-agent.ts';
import { terminal } from './terminal.ts';

const EXAMPLES = `Examples:
    convertd talk.wav mp3                            talk.mp3, in this folder
    convertd one.pdf two.pdf all.pdf                 one PDF of both
    convertd photos -r --to webp --output small      the pictures of a folder, into another
`;

/**
 * Defines the commands of convertd with their options. Each command is loaded when it is called.
 * @param end gets the exit code
 * @param runCommandLine runs another command; `agent` does
 */
export function createProgram(end: (code: number) => void, runCommandLine: RunCommandLine): Command {
  const program = new Command('convertd')
    .description('Converts documents, pictures, sound, films, books, drawings and archives.')
    .version(VERSION)
    .configureOutput({
      writeOut: (text) => void terminal().stdout.write(text),
      writeErr: (text) => void terminal().stderr.write(text),
    })
    .addHelpText('before', EXAMPLES)
    .showHelpAfterError('(convertd --help lists the commands)')
    .exitOverride();

  withConversion(
    program
      .command('convert')
      .description('convert files; the word convert may be left out')
      .addHelpText('before', EXAMPLES)
      .showHelpAfterError('(options of a target are given as -o name=value; "convertd catalog mp3" lists them)')
      .argument(
        '[words...]',
        'files, folders or URLs, then what they become: mp3, audio/mp3 where several categories have it, or the output OUT.mp3; - is standard input, and at the end standard output',
      )
      .option('-t, --to <target>', 'what the files become; then all words are inputs')
      .option('--output <dir>', 'folder for the outputs (default: the current one); - is standard output')
      .option('-r, --recursive', 'convert the files in folders; --output keeps their structure')
      .option('--force', 'replace existing files')
      .option('--skip-existing', 'skip inputs whose outputs already exist'),
  )
    .option(
      '--receipt <file>',
      'write what each conversion did into a file, one JSON document a line: counts on both sides, losses, programs',
    )
    .option('--json', 'one JSON report per line on standard output; the last line is the result')
    .option('--timeout <time>', 'time limit of a task: 90, 90s, 1:30', time)
    .option('--presets <file>', 'JSON file with presets')
    .option('--verbose', 'show the output of programs when something fails')
    .action(async (words, flags, command: Command) => {
      // Throws, with the exit code of a bad command line.
      if (words.length === 0 && !flags.option && !flags.inputOption) command.help({ error: true });
      end(await (await import('./convert.ts')).convertCommand(words, flags));
    });

  withConversion(
    program
      .command('plan')
      .description('say what convert would do with the same words, without converting: route, losses, time')
      .argument('[words...]', 'files, folders or URLs, then what they would become')
      .option('-t, --to <target>', 'what the files would become; then all words are inputs')
      .option('-r, --recursive', 'look at the files in folders'),
  )
    .option('--json', 'one plan per line, by docs/schemas/plan.schema.json')
    .option('--timeout <time>', 'time limit of a plan: 90, 90s, 1:30', time)
    .option('--presets <file>', 'JSON file with presets')
    .option('--verbose', 'show the output of programs when something fails')
    .action(async (words, flags, command: Command) => {
      // Throws, with the exit code of a bad command line.
      if (words.length === 0) command.help({ error: true });
      end(await (await import('./plan.ts')).planCommand(words, flags));
    });

  program
    .command('unpack')
    .aliases(['unzip', 'unrar', 'untar', 'extract'])
    .description('unpack archives, each into a folder with its name: convertd unpack papers.zip')
    .argument('[archives...]', 'zip, rar, 7z, tar.gz and others; the first volume of several is enough')
    .option('--output <dir>', 'folder for the files instead; of several archives, for their folders')
    .option('--force', 'replace existing files')
    .option(
      '--password-file <file>',
      'file whose first line is the password; otherwise DECRYPT_PASSWORD, or a prompt on a terminal',
    )
    .option('--json', 'one JSON report per line on standard output; the last line is the result')
    .option('--timeout <time>', 'time limit of an archive: 90, 90s, 1:30', time)
    .option('--verbose', 'show the output of programs when something fails')
    .action(async (words, flags) => end(await (await import('./unpack.ts')).unpackCommand(words, flags)));

  program
    .command('catalog')
    .aliases(['formats', 'list', 'search'])
    .description(
      'list what can be converted: all of it, a category, a target with its options, or what a file can become',
    )
    .argument(
      '[words...]',
      'a category (audio), a target (mp3, audio/mp3), input for ways to read one, or words to search for',
    )
    .option('--from <file>', 'what this file, or one with this extension, can become')
    .option('--search <words>', 'tasks, targets and options: rotate, "pdf to word", kindle')
    .option('--json', 'as the array of catalog entries that the service publishes')
    .action(async (words, flags) => end(await (await import('./catalog.ts')).catalogCommand(words, flags)));

  program
    .command('watch')
    .description('convert the files in a folder and those that arrive, until stopped')
    .argument('<folder>', 'folder, with all folders in it; files are converted once they have settled')
    .requiredOption('--to <target>', 'what the files become: pdf, or audio/mp3')
    .requiredOption('--output <dir>', 'folder for the outputs; it keeps the folder structure')
    .option(
      '--failed <dir>',
      'folder for inputs that could not be converted, with the reason (default: failed in the folder)',
    )
    .option('--settle <time>', 'how long a file must stay unchanged: 5, 5s (default: 2s)', time)
    .option('-o, --option <name=value>', 'option of the target; preset=NAME for one of --presets; repeatable', collect)
    .option('--engine <name>', 'how the inputs are read, as with convert')
    .option('-i, --input-option <name=value>', 'option of that engine; repeatable', collect)
    .option('--lenient', 'ignore unknown options with a warning')
    .option('--password-file <file>', 'file whose first line is the password of locked inputs (DECRYPT_PASSWORD)')
    .option('--secret <name=FILE>', 'option from the first line of a file; repeatable', collect)
    .option('--json', 'one JSON report per line on standard output')
    .option('--timeout <time>', 'time limit of a conversion: 90, 90s, 1:30', time)
    .option('--presets <file>', 'JSON file with presets')
    .option('--verbose', 'show the output of programs when something fails')
    .action(async (folder, flags) => end(await (await import('./watch.ts')).watchCommand(folder, flags)));

  program
    .command('run')
    .description('run one task file and leave its outputs in a folder')
    .argument('<task>', 'task file in JSON, or - for standard input')
    .option('--output <dir>', 'folder for the outputs')
    .option('--json', 'one JSON report per line on standard output; the last line is the result')
    .option('--timeout <time>', 'time limit of a task: 90, 90s, 1:30', time)
    .option('--presets <file>', 'JSON file with presets')
    .option('--verbose', 'show the output of programs when something fails')
    .action(async (task, flags) => end(await (await import('./run.ts')).runCommand(task, flags)));

  program
    .command('doctor')
    .description('show what can be converted here, and what to install for the rest')
    .option('--verbose', 'every program with its version, what needs it, and what the sandbox enforces')
    .option('--json', 'as one JSON object')
    .action(async (flags) => end(await (await import('./doctor.ts')).doctorCommand(flags)));

  program
    .command('config')
    .description('show every setting: its meaning, its value, and whether it is valid')
    .option('--set', 'only those that the environment sets')
    .option('--json', 'as one JSON object')
    .action(async (flags) => end(await (await import('./config.ts')).configCommand(flags)));

  program
    .command('agent')
    .description('keep engines warm for the conversions of your other commands, until there are none for a while')
    .action(async () => end(await (await import('./agent/serve-agent.ts')).agentCommand(runCommandLine)));

  program
    .command('worker')
    .description(
      'take conversion tasks from RabbitMQ until stopped; settings come from the environment (docs/configuration.md)',
    )
    .option('--amqp-url <url>', 'the broker (AMQP_URL; which keeps a password out of the process list)')
    .option('--categories <list>', 'categories to convert, separated by commas (default: all that CATEGORIES offers)')
    .option('--concurrency <number>', 'concurrent tasks (CONCURRENCY; default: number of cores)')
    .option('--output-store <location>', 'folder or s3://bucket/prefix for outputs (OUTPUT_STORE)')
    .option('--port <port>', 'port of /health and /metrics, 0 for any free one (PORT; default 8080)')
    .action(async (flags) => end(await (await import('./worker.ts')).workerCommand(flags, VERSION)));

  program
    .command('serve')
    .description(
      'serve the job interface over HTTP until stopped; settings come from the environment (docs/configuration.md)',
    )
    .option('--host <address>', 'address to listen on (HOST; default 127.0.0.1)')
    .option('--port <port>', 'port to listen on, 0 for any free one (PORT; default 8080)')
    .option('--public-url <url>', 'base of the URLs that clients get (PUBLIC_URL)')
    .action(async (flags) => end(await (await import('./serve.ts')).serveCommand(flags, VERSION)));

  program
    .command('mcp')
    .description('serve the tools convert, to_markdown, list_targets and job_status to AI programs (docs/mcp.md)')
    .option('--read <dir>', 'folder whose files may be converted (default: the current one); repeatable', collect)
    .option('--write <dir>', 'folder that outputs may be saved in (default: the current one); repeatable', collect)
    .option('--http <host:port>', 'serve streamable HTTP instead of standard input and output; MCP_KEY is its key')
    .action(async (flags) => end(await (await import('./mcp.ts')).mcpCommand(flags, VERSION)));

  program
    .command('submit')
    .description('send a task file to the workers behind RabbitMQ')
    .argument('<task>', 'task file in JSON, or - for standard input')
    .option('--wait', 'follow the reports to the end; Ctrl-C cancels the task')
    .option('--json', 'one JSON report per line on standard output; the last line is the result')
    .option('--timeout <time>', 'with --wait: stop waiting after this time (90, 90s, 1:30); the task continues', time)
    .option('--amqp-url <url>', 'the broker (AMQP_URL)')
    .action(async (task, flags) => end(await (await import('./submit.ts')).submitCommand(task, flags)));

  program
    .command('cancel')
    .description('cancel submitted tasks, waiting or running')
    .argument('<task-ids...>', 'ids of the tasks')
    .option('--amqp-url <url>', 'the broker (AMQP_URL)')
    .action(async (ids, flags) => end(await (await import('./submit.ts')).cancelCommand(ids, flags)));

  const keys = program.command('keys').description('create, list and revoke the API keys of the service');

  keys
    .command('create')
    .description('create a key and print it; it is shown only once')
    .option('--name <text>', 'what you call it, for the list')
    .option('--account <name>', 'whose key it is: `stats/…/all` sums the keys of one account')
    .option('--operator', 'may administer the service, at /admin')
    .option('--contract <name>', 'free, standard, unlimited, or one of the CONTRACTS file (default: free)')
    .option('--json', 'as one JSON object')
    .action(async (flags) => end(await (await import('./keys.ts')).createKeyCommand(flags)));

  keys
    .command('list')
    .description('list the keys by their first characters')
    .option('--json', 'as a JSON array')
    .action(async (flags) => end(await (await import('./keys.ts')).listKeysCommand(flags)));

  keys
    .command('account')
    .description('put a key into an account, whose usage is shown together; without a name, take it out')
    .argument('<id>', 'id of the key, as in the list')
    .argument('[name]', 'the account')
    .option('--json', 'as one JSON object')
    .action(async (id, name, flags) => end(await (await import('./keys.ts')).keyAccountCommand(id, name, flags)));

  keys
    .command('revoke')
    .description('refuse all further requests with a key')
    .argument('<id>', 'id of the key, as in the list')
    .option('--json', 'as one JSON object')
    .action(async (id, flags) => end(await (await import('./keys.ts')).revokeKeyCommand(id, flags)));

  program
    .command('backup')
    .description('copy the SQLite database of the service to a file, also while it runs')
    .argument('<file>', 'the copy')
    .option('--force', 'replace an existing file')
    .option(
      '--with-secret-key',
      'also copy the encryption key of DATA_DIR to FILE.key; with both, everything can be read',
    )
    .action(async (file, flags) => end(await (await import('./backup.ts')).backupCommand(file, flags)));

  program
    .command('restore')
    .description('restore the SQLite database of DATA_DIR from a backup; DATA_DIR must not contain one')
    .argument('<file>', 'the backup; FILE.key is restored too if it exists')
    .action(async (file) => end(await (await import('./backup.ts')).restoreCommand(file)));

  program
    .command('man')
    .description('print the manual page: convertd man | man -l -')
    .action(async () => {
      process.stdout.write((await import('./man-page.ts')).manPage(program));
      end(0);
    });

  return program;
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

/** Parses a time; returns seconds. */
function time(text: string): number {
  const seconds = secondsOf(text);
  if (seconds === null || seconds <= 0)
    throw new InvalidArgumentError('It must be a time above 0, such as 90, 90s or 1:30.');
  return seconds;
}

/** Adds the options by which a command says how files are read and converted. */
function withConversion(command: Command): Command {
  return command
    .option('-o, --option <name=value>', 'option of the target (convertd catalog mp3 lists them); repeatable', collect)
    .option(
      '--engine <name>',
      'how the inputs are read: zip takes the files in an archive, video the sound or frames of a video; screenshot, screenshot_pdf and website open an address',
    )
    .option(
      '-i, --input-option <name=value>',
      'option of that engine (convertd catalog input/screenshot lists them); repeatable',
      collect,
    )
    .option('--lenient', 'ignore unknown options with a warning, as the service does')
    .option(
      '--password-file <file>',
      'file whose first line is the password of locked inputs; otherwise DECRYPT_PASSWORD, or a prompt on a terminal',
    )
    .option(
      '--secret <name=FILE>',
      'option of the target or of --engine, or decrypt_password, from the first line of a file; repeatable',
      collect,
    )
    .option(
      '--stdin-name <name>',
      'file name for standard input: it names the output, and notes.md says that it is Markdown',
    );
}
