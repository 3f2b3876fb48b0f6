import { availableParallelism } from 'node:os';
import { destination } from 'pino';
import { type McpFlags, readMcpConfig } from '../mcp/config.ts';
import { serveHttp } from '../mcp/http.ts';
import { createMcpService } from '../mcp/server.ts';
import { serveStandardStreams } from '../mcp/stdio.ts';
import { checkEngines, closeEngines } from '../runner/engines.ts';
import { environment } from '../settings/read.ts';
import { createLogger } from '../telemetry/log.ts';
import { EXIT } from './exit-codes.ts';
import { interrupted, listenForInterrupt } from './interrupt.ts';
import { openLocalWorkRoot } from './local-run.ts';

const STDERR = 2;

/**
 * `convertd mcp`: serves the Model Context Protocol until its client leaves or a signal ends it. The log goes to standard error. Standard
 * output carries the messages or, over HTTP, the address. Returns the exit code; throws Error for a wrong flag or setting.
 */
export async function mcpCommand(flags: McpFlags, version: string): Promise<number> {
  await checkEngines();
  const config = readMcpConfig(environment(), flags, availableParallelism());
  const interrupt = listenForInterrupt();
  const log = createLogger({ level: 'warn', stream: destination({ dest: STDERR, sync: true }) });
  const workRoot = await openLocalWorkRoot(config.workRoot);
  const service = await createMcpService({ ...config, workRoot: workRoot?.path ?? config.workRoot }, log, version);
  try {
    if (config.http === null) {
      await serveStandardStreams(service, log, interrupt.signal);
    } else {
      const endpoint = await serveHttp(service, config.http, log);
      process.stdout.write(`convertd serves MCP at ${endpoint.url}\n`);
      await interrupted(interrupt.signal);
      await endpoint.stop();
    }
  } finally {
    await service.close();
    await closeEngines();
    await workRoot?.close();
  }
  return EXIT.completed;
}
