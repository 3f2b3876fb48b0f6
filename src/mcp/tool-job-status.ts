import type { McpServer } from '@modelcontextprotocol/server';
import Type from 'typebox';
import { answering } from './answering.ts';
import { argumentsOf } from './arguments.ts';
import type { McpContext } from './context.ts';

/** Less than the minute after which clients of the official SDK abandon a request. */
const LONGEST_WAIT_SECONDS = 50;

const ARGUMENTS = Type.Object(
  {
    job_id: Type.String({ description: 'As convert gave it.' }),
    wait_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LONGEST_WAIT_SECONDS,
        description: 'How long to wait for the end of the conversion. Default 0.',
      }),
    ),
    cancel: Type.Optional(Type.Boolean({ description: 'End the conversion.' })),
  },
  { additionalProperties: false },
);

/** `job_status`: reports on a conversion that `convert` has started in the background. */
export function registerJobStatus(server: McpServer, { jobs, log }: McpContext): void {
  const config = {
    title: 'Look at a conversion',
    description:
      'Tells how a conversion stands that convert started with background: true; once it has ended, the answer is that of convert. An hour after the last question it is gone.',
    inputSchema: argumentsOf(ARGUMENTS),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
  server.registerTool('job_status', config, ({ job_id, wait_seconds = 0, cancel = false }, { mcpReq }) =>
    answering(log, () => jobs.status(job_id, { waitMs: wait_seconds * 1000, cancel, signal: mcpReq.signal })),
  );
}
