import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { loadPresets } from '../catalog/presets.ts';
import { chooseBackend } from '../process/sandbox/sandbox.ts';
import type { Logger } from '../telemetry/log.ts';
import type { McpConfig } from './config.ts';
import type { KeptText, McpContext } from './context.ts';
import { Converter } from './converter.ts';
import { Kept } from './expiring-map.ts';
import type { Folders } from './folders.ts';
import { Jobs } from './jobs.ts';
import { registerConvert } from './tool-convert.ts';
import { registerJobStatus } from './tool-job-status.ts';
import { registerListTargets } from './tool-list-targets.ts';
import { registerToMarkdown } from './tool-to-markdown.ts';

/** The tools of this process, for any number of clients. */
export interface McpService {
  /** Makes the server of one connection or one request. */
  readonly factory: McpServerFactory;
  /** Cancels everything that runs and removes the files made for answers. */
  close(): Promise<void>;
}

/** Texts that clients read in parts: each is kept for an hour after its last part was read. */
const TEXT_LIMITS = { forMs: 60 * 60_000, most: 200 };

/** Throws ConversionError if the file of presets cannot be used. */
export async function createMcpService(config: McpConfig, log: Logger, version: string): Promise<McpService> {
  // The sandbox test continues meanwhile. The first program repeats it and reports a failure.
  chooseBackend().catch(() => {});
  const end = new AbortController();
  const presets = await loadPresets(config.presets);
  const converter = new Converter(config, presets, (text) => log.warn(text));
  const jobs = new Jobs(converter);
  const texts = new Kept<KeptText>(TEXT_LIMITS);
  const context: McpContext = { config, converter, jobs, texts, log, end: end.signal };
  return {
    factory: () => {
      const server = new McpServer({ name: 'convertd', version }, { instructions: instructions(config.folders) });
      registerConvert(server, context);
      registerToMarkdown(server, context);
      registerListTargets(server, context);
      registerJobStatus(server, context);
      return server;
    },
    close: async () => {
      end.abort();
      jobs.close();
      texts.close();
      await converter.idle();
    },
  };
}

/** Tells the model where files may come from and go to. */
function instructions({ read, write, working }: Folders): string {
  const list = (folders: readonly string[]) => folders.join(', ');
  return [
    read.length === 0
      ? 'This server reads no files of its machine: give inputs as url or base64.'
      : `Files may be read in: ${list(read)}. Relative paths start in ${working}.`,
    write.length === 0 ? 'It saves no files: outputs are in the answers.' : `Outputs may be saved in: ${list(write)}.`,
    'Use to_markdown to read a document, convert to make a file, list_targets to see what is possible.',
  ].join('\n');
}
