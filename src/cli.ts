import { endOnClosedPipe } from './cli/closed-pipe.ts';
import { EXIT } from './cli/exit-codes.ts';
import { createProgram } from './cli/program.ts';

endOnClosedPipe();
try {
  const program = createProgram(end);
  // Only these two need what completion is made of; every other start is faster without.
  if (process.argv[2] === 'completion' || process.argv[2] === 'complete') {
    (await import('./cli/completion.ts')).addCompletion(program);
  }
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
