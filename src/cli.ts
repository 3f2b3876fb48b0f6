import { endOnClosedPipe } from './cli/closed-pipe.ts';
import { EXIT } from './cli/exit-codes.ts';
import { withImpliedCommand } from './cli/implied-command.ts';
import { createProgram } from './cli/program.ts';

endOnClosedPipe();
try {
  const program = createProgram(end);
  // Only these two commands need the completion modules; every other start is faster without them.
  if (process.argv[2] === 'completion' || process.argv[2] === 'complete') {
    (await import('./cli/completion.ts')).addCompletion(program);
  } else {
    program
      .command('completion')
      .description('print the completion script of a shell: bash, zsh or fish')
      .argument('<shell>');
  }
  await program.parseAsync(withImpliedCommand(process.argv, program));
} catch (error) {
  end(failure(error));
}

/** Lets standard output drain: process.exit would cut a pipe short. */
function end(code: number): void {
  process.exitCode = code;
}

/** Commander has already printed usage errors. Anything else here is a wrong setting, or a defect. */
function failure(error: unknown): number {
  if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number') {
    return error.exitCode === 0 ? EXIT.completed : EXIT.badTask;
  }
  process.stderr.write(`convertd: ${error instanceof Error ? error.message : String(error)}\n`);
  return EXIT.badTask;
}
