import { type Logger, withStack } from './log.ts';

let rejections = 0;

/** Returns how many promises of this process were rejected without being awaited. */
export const countUnhandledRejections = (): number => rejections;

/**
 * Keeps the process alive when a promise is rejected that nothing awaits: Node would end it, with all unrelated jobs and requests. Each is
 * a defect, so it is logged with its stack and counted. An uncaught exception is logged but still ends the process, because nobody knows
 * what it left half done.
 */
export function logUnhandledErrors(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    rejections++;
    log.error(
      { err: withStack(error) },
      'an error that nothing awaited, which is a defect of convertd; all else goes on',
    );
  });
  process.on('uncaughtExceptionMonitor', (error) => {
    log.fatal(
      { err: withStack(error) },
      'an error that nothing caught, which is a defect of convertd and ends this process',
    );
  });
}
