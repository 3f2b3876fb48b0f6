import type { McpServer } from '@modelcontextprotocol/server';
import Type, { type Static } from 'typebox';
import { resolveTarget } from '../catalog/index.ts';
import { answering } from './answering.ts';
import { conversionAnswer, MAX_ANSWER_BYTES } from './answers.ts';
import { argumentsOf } from './arguments.ts';
import { type McpContext, requestHooks } from './context.ts';
import type { ConversionCall } from './converter.ts';
import { INPUT, taskInput } from './inputs.ts';
import { stillRunning } from './jobs.ts';

const ARGUMENTS = Type.Object(
  {
    inputs: Type.Array(INPUT, {
      minItems: 1,
      maxItems: 1000,
      description: 'The files. Several become one output where the target combines them (archives, merged PDFs).',
    }),
    target: Type.String({ description: 'What to make: "pdf", or "ebook/pdf" with the category. See list_targets.' }),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Options of the target; list_targets describes them.',
      }),
    ),
    output_folder: Type.Optional(
      Type.String({
        minLength: 1,
        description: `Folder of this machine to save the outputs in; it is made where it is missing. Without it they are in the answer, up to ${MAX_ANSWER_BYTES / 1024 ** 2} MiB.`,
      }),
    ),
    overwrite: Type.Optional(
      Type.Boolean({
        description: 'Replace files in output_folder that have the names of outputs. Default: new names.',
      }),
    ),
    background: Type.Optional(
      Type.Boolean({ description: 'Answer at once with a job_id for job_status. For conversions that take minutes.' }),
    ),
  },
  { additionalProperties: false },
);

/** `convert`: converts files to any target of the catalog. */
export function registerConvert(server: McpServer, context: McpContext): void {
  const config = {
    title: 'Convert files',
    description:
      'Converts files into another format: documents, pictures, audio, e-books, CAD drawings, archives, digests. Also makes thumbnails, makes files smaller, and compares pictures. For the text of a document use to_markdown.',
    inputSchema: argumentsOf(ARGUMENTS),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  };
  server.registerTool('convert', config, (given, request) =>
    answering(context.log, async () => {
      const call = conversionCall(given, context.config.folders.working);
      if (given.background === true) return stillRunning(context.jobs.start(call), 0);
      const converted = await context.converter.convert(call, requestHooks(request, context.end));
      try {
        return await conversionAnswer(converted);
      } finally {
        await converted.remove();
      }
    }),
  );
}

function conversionCall(given: Static<typeof ARGUMENTS>, working: string): ConversionCall {
  const { category, target } = resolveTarget(given.target, 'The tool list_targets');
  return {
    category,
    target,
    options: given.options ?? {},
    inputs: given.inputs.map((input) => taskInput(input, working)),
    outputFolder: given.output_folder ?? null,
    overwrite: given.overwrite ?? false,
  };
}
