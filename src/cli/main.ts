import { EXIT } from './exit-codes.ts';
import { withImpliedCommand } from './implied-command.ts';
import { createProgram } from './program.ts';
import { terminal } from './terminal.ts';

/**
 * Runs the command that these words name. Never throws.
 * @param end gets the exit code
 */
export async function runCommandLine(args: readonly string[], end: (code: number) => void): Promise<void> {
  try {
    const program = createProgram(end, runCommandLine);
    // Only these two commands need the completion modules; every other start is faster without them.
    if (args[0] === 'completion' || args[0] === 'complete') {
      (await import('./completion.ts')).addCompletion(program);
    } else {
      program
        .command('completion')
        .description('print the completion script of a shell: bash, zsh or fish')
        .argument('<shell>');
    }
    await program.parseAsync(withImpliedCommand(args, program), { from: 'user' });
  } catch (error) {
    end(failure(error));
  }
}

/** Commander has already printed usage errors. Anything else here is a wrong setting, or a defect. */
function failure(error: unknown): number {
  if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number') {
    return error.exitCode === 0 ? EXIT.completed : EXIT.badTask;
  }
  terminal().stderr.write(`convertd: ${error instanceof Error ? error.message : String(error)}\n`);
  return EXIT.badTask;
}
