import { Command, InvalidArgumentError } from 'commander';
import { secondsOf } from './catalog/grammar/clock-time.ts';
import { endOnClosedPipe } from './cli/closed-pipe.ts';
import { EXIT } from './cli/exit-codes.ts';
import { VERSION } from './version.ts';

const program = new Command('convertd')
  .description('Converts files of one format into another: audio, archives, digests and more.')
  .version(VERSION)
  .showHelpAfterError('(convertd --help lists the commands)')
  .exitOverride();

program
  .command('run')
  .description('run one task file and leave its outputs in a folder')
  .argument('<task>', 'task file in JSON, or - for standard input')
  .option('--output <dir>', 'folder for the outputs')
  .option('--json', 'one JSON report a line on standard output; the last line is the result')
  .option('--timeout <time>', 'time limit of a task: 90, 90s, 1:30', time)
  .option('--presets <file>', 'JSON file with presets')
  .option('--verbose', 'show what programs said when something fails')
  .action(async (task, flags) => end(await (await import('./cli/run.ts')).runCommand(task, flags)));

program
  .command('convert')
  .description('convert files: convertd convert talk.wav mp3, convertd convert talk.wav out/talk.mp3')
  .argument(
    '<words...>',
    'files, folders or URLs, then what they become: mp3, audio/mp3 where several categories have it, or the output OUT.mp3; - is standard input, and at the end standard output',
  )
  .option('--to <target>', 'what the files become; all words are inputs then')
  .option('--output <dir>', 'folder for the outputs (default: the current one); - is standard output')
  .option('-r, --recursive', 'convert the files in folders; their folders are made under --output')
  .option('--force', 'replace files that have the names of outputs')
  .option('--skip-existing', 'leave out inputs whose outputs exist')
  .option('-o, --option <name=value>', 'option of the target (convertd catalog mp3 lists them); repeatable', collect)
  .option(
    '--engine <name>',
    'how the inputs are read: zip takes the files in an archive, video the sound or frames of a film; screenshot, screenshot_pdf and website open an address',
  )
  .option(
    '-i, --input-option <name=value>',
    'option of that engine (convertd catalog input/screenshot lists them); repeatable',
    collect,
  )
  .option('--lenient', 'ignore unknown options with a warning, as the service does')
  .option(
    '--password-file <file>',
    'file whose first line opens locked inputs; without it DECRYPT_PASSWORD does, or you are asked on a terminal',
  )
  .option(
    '--secret <name=FILE>',
    'option of the target or of --engine, or decrypt_password, from the first line of a file; repeatable',
    collect,
  )
  .option(
    '--stdin-name <name>',
    'name of what comes from standard input: it names the output, and notes.md is Markdown',
  )
  .option('--json', 'one JSON report a line on standard output; the last line is the result')
  .option('--timeout <time>', 'time limit of a task: 90, 90s, 1:30', time)
  .option('--presets <file>', 'JSON file with presets')
  .option('--verbose', 'show what programs said when something fails')
  .action(async (words, flags) => end(await (await import('./cli/convert.ts')).convertCommand(words, flags)));

program
  .command('catalog')
  .description(
    'list what can be converted: categories, targets of a category, options of a target; input: ways to read an input',
  )
  .argument('[category/target]', 'audio, or audio/mp3')
  .option('--json', 'as the array of catalog entries that the service publishes')
  .action(async (selection, flags) => end(await (await import('./cli/catalog.ts')).catalogCommand(selection, flags)));

program
  .command('doctor')
  .description('show which programs are here, their versions, and what a missing one costs')
  .option('--json', 'as one JSON object')
  .action(async (flags) => end(await (await import('./cli/doctor.ts')).doctorCommand(flags)));

program
  .command('config')
  .description('show every setting: what it means, what it holds, and whether that is right')
  .option('--set', 'only those that the environment sets')
  .option('--json', 'as one JSON object')
  .action(async (flags) => end(await (await import('./cli/config.ts')).configCommand(flags)));

program
  .command('worker')
  .description(
    'take conversion tasks from RabbitMQ until stopped; the environment has its settings (docs/configuration.md)',
  )
  .option('--amqp-url <url>', 'the broker (AMQP_URL; there a password stays out of the list of processes)')
  .option('--categories <list>', 'categories to convert, with commas between (default: all that CATEGORIES offers)')
  .option('--concurrency <number>', 'tasks at a time (CONCURRENCY; default: the cores)')
  .option('--output-store <place>', 'folder or s3://bucket/prefix for outputs (OUTPUT_STORE)')
  .option('--port <port>', 'port of /health and /metrics, 0 for any free one (PORT; default 8080)')
  .action(async (flags) => end(await (await import('./cli/worker.ts')).workerCommand(flags, VERSION)));

program
  .command('serve')
  .description(
    'serve the job interface over HTTP until stopped; the environment has its settings (docs/configuration.md)',
  )
  .option('--host <address>', 'address to listen on (HOST; default 127.0.0.1)')
  .option('--port <port>', 'port to listen on, 0 for any free one (PORT; default 8080)')
  .option('--public-url <url>', 'base of the URLs that clients get (PUBLIC_URL)')
  .action(async (flags) => end(await (await import('./cli/serve.ts')).serveCommand(flags, VERSION)));

program
  .command('mcp')
  .description('serve the tools convert, to_markdown, list_targets and job_status to AI programs (docs/mcp.md)')
  .option('--read <dir>', 'folder whose files may be converted (default: the current one); repeatable', collect)
  .option('--write <dir>', 'folder that outputs may be saved in (default: the current one); repeatable', collect)
  .option('--http <host:port>', 'serve streamable HTTP instead of standard input and output; MCP_KEY is its key')
  .action(async (flags) => end(await (await import('./cli/mcp.ts')).mcpCommand(flags, VERSION)));

program
  .command('submit')
  .description('send a task file to the workers behind RabbitMQ')
  .argument('<task>', 'task file in JSON, or - for standard input')
  .option('--wait', 'follow the reports to the end; Ctrl-C cancels the task')
  .option('--json', 'one JSON report a line on standard output; the last line is the result')
  .option('--timeout <time>', 'with --wait: give up waiting after so long (90, 90s, 1:30); the task goes on', time)
  .option('--amqp-url <url>', 'the broker (AMQP_URL)')
  .action(async (task, flags) => end(await (await import('./cli/submit.ts')).submitCommand(task, flags)));

program
  .command('cancel')
  .description('cancel tasks that were submitted, whether they wait or run')
  .argument('<task-ids...>', 'ids of the tasks')
  .option('--amqp-url <url>', 'the broker (AMQP_URL)')
  .action(async (ids, flags) => end(await (await import('./cli/submit.ts')).cancelCommand(ids, flags)));

const keys = program.command('keys').description('make, list and revoke the API keys of the service');

keys
  .command('create')
  .description('make a key and print it, this once')
  .option('--name <text>', 'what you call it, for the list')
  .option('--contract <name>', 'free, standard, unlimited, or one of the CONTRACTS file (default: free)')
  .option('--json', 'as one JSON object')
  .action(async (flags) => end(await (await import('./cli/keys.ts')).createKeyCommand(flags)));

keys
  .command('list')
  .description('list the keys by their first characters')
  .option('--json', 'as a JSON array')
  .action(async (flags) => end(await (await import('./cli/keys.ts')).listKeysCommand(flags)));

keys
  .command('revoke')
  .description('refuse all further requests with a key')
  .argument('<id>', 'id of the key, as in the list')
  .option('--json', 'as one JSON object')
  .action(async (id, flags) => end(await (await import('./cli/keys.ts')).revokeKeyCommand(id, flags)));

program
  .command('backup')
  .description('copy the SQLite database of the service to a file, while it runs or not')
  .argument('<file>', 'the copy')
  .option('--force', 'replace a file of that name')
  .option(
    '--with-secret-key',
    'copy the key of DATA_DIR too, to FILE.key: with both, all that is encrypted can be read',
  )
  .action(async (file, flags) => end(await (await import('./cli/backup.ts')).backupCommand(file, flags)));

program
  .command('restore')
  .description('make the SQLite database of DATA_DIR from a backup; it must not have one')
  .argument('<file>', 'the backup; FILE.key is restored too where there is one')
  .action(async (file) => end(await (await import('./cli/backup.ts')).restoreCommand(file)));

endOnClosedPipe();
try {
  await program.parseAsync();
} catch (error) {
  end(failure(error));
}

/** Lets standard output drain: process.exit would cut a pipe short. */
function end(code: number): void {
  process.exitCode = code;
}

/** Usage errors were printed by commander already; what else arrives here is a mistake in a setting, or ours. */
function failure(error: unknown): number {
  if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number') {
    return error.exitCode === 0 ? EXIT.completed : EXIT.badTask;
  }
  process.stderr.write(`convertd: ${error instanceof Error ? error.message : String(error)}\n`);
  return EXIT.badTask;
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

/** Seconds. */
function time(text: string): number {
  const seconds = secondsOf(text);
  if (seconds === null || seconds <= 0)
    throw new InvalidArgumentError('It must be a time above 0, such as 90, 90s or 1:30.');
  return seconds;
}
