import { askAgent } from './cli/agent/ask.ts';
import { endOnClosedPipe } from './cli/closed-pipe.ts';

const args = process.argv.slice(2);
endOnClosedPipe();
const code = await askAgent(import.meta.filename, args);
// Standard input may be waiting for a line that nobody needs.
if (code !== null) process.exit(code);
await (await import('./cli/main.ts')).runCommandLine(args, end);

/** Lets standard output drain: process.exit would cut a pipe short. */
function end(code: number): void {
  process.exitCode = code;
}
