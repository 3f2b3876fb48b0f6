import { availableParallelism } from 'node:os';
import { destination } from 'pino';
import { checkEngines, closeEngines } from '../runner/engines.ts';
import { readServiceConfig, type ServiceFlags } from '../service/config.ts';
import { type Service, startService } from '../service/serve.ts';
import { environment } from '../settings/read.ts';
import { createLogger } from '../telemetry/log.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { logUnhandledErrors } from '../telemetry/unhandled-errors.ts';
import { requireDataFolder } from './data-folder.ts';
import { EXIT } from './exit-codes.ts';
import { interrupted, listenForInterrupt } from './interrupt.ts';
import { keepFilesPrivate } from './private-files.ts';

const STDERR = 2;

/**
 * `convertd serve`: runs until a signal. The first signal lets requests and tasks end; the next start resumes tasks that do not. A second
 * one ends the process at once. Standard output has the address and, once, the first key; the log goes to standard error. Returns the exit
 * code; throws Error for a wrong setting.
 */
export async function serveCommand(flags: ServiceFlags, version: string): Promise<number> {
  keepFilesPrivate();
  await checkEngines();
  const config = readServiceConfig(environment(), flags, availableParallelism());
  requireDataFolder(config.dataDir);
  const interrupt = listenForInterrupt();
  const log = createLogger({ level: config.logLevel, stream: destination({ dest: STDERR, sync: true }) });
  logUnhandledErrors(log);
  const tracing = await startTracing(config.tracing, { name: 'convertd-service', version, log });
  const service = await startService(config, log, version);
  process.stdout.write(welcome(service));
  await interrupted(interrupt.signal);
  await service.stop();
  await closeEngines();
  await tracing.stop();
  return EXIT.completed;
}

function welcome({ url, firstKey, localPage }: Service): string {
  const address = `convertd serves ${url}\n`;
  if (firstKey === null) return `${address}"convertd keys create" makes further keys.\n`;
  // The fragment of an address is not sent, so the key reaches no log of this service or of a proxy.
  const link =
    localPage === null ? '' : `The page with this key, for a browser of this machine: ${localPage}#key=${firstKey}\n`;
  return (
    `${address}API key, shown this once: ${firstKey}\n` +
    link +
    'Send it in the header X-Svc-Api-Key. "convertd keys" makes, lists and revokes keys.\n'
  );
}
