import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import Type, { type Static } from 'typebox';
import { ConversionError } from '../task/errors.ts';
import { answering } from './answering.ts';
import { conversionAnswer, issueLines } from './answers.ts';
import { argumentsOf } from './arguments.ts';
import { type McpContext, requestHooks } from './context.ts';
import { INPUT, taskInput } from './inputs.ts';
import { textPart } from './markdown-parts.ts';
import { pagesOf } from './page-range.ts';

/** Characters of one answer: about 10,000 tokens of English. */
const DEFAULT_LENGTH = 40_000;
const LARGEST_LENGTH = 1_000_000;

const MARKDOWN_TYPE = 'text/markdown';

const ARGUMENTS = Type.Object(
  {
    input: Type.Optional(INPUT),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Options of document/md: ocr: true for scans and pictures, language_stt for sound. list_targets describes them.',
      }),
    ),
    first_page: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Only from this page on. For inputs with pages: PDF, slides, scans.' }),
    ),
    last_page: Type.Optional(Type.Integer({ minimum: 1, description: 'Only up to this page, which is included.' })),
    max_characters: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: LARGEST_LENGTH,
        description: `Length of one answer, characters. Default ${DEFAULT_LENGTH}.`,
      }),
    ),
    continuation: Type.Optional(
      Type.String({ description: 'Where an earlier answer ended: gives the text from there on. Instead of input.' }),
    ),
  },
  { additionalProperties: false },
);

type Arguments = Static<typeof ARGUMENTS>;

/** `to_markdown`: returns the text of any file that can become a document, in parts. */
export function registerToMarkdown(server: McpServer, context: McpContext): void {
  const config = {
    title: 'Read a file as Markdown',
    description:
      'The text of a document, book, sheet, presentation, web page, scan (options.ocr) or recording (options.language_stt) as Markdown. A long text comes in parts: each answer says how to get the next one.',
    inputSchema: argumentsOf(ARGUMENTS),
    annotations: { readOnlyHint: true, openWorldHint: true },
  };
  server.registerTool('to_markdown', config, (given, request) =>
    answering(context.log, () =>
      given.continuation === undefined
        ? fromStart(given, context, request)
        : continued(given, given.continuation, context),
    ),
  );
}

async function fromStart(given: Arguments, context: McpContext, request: ServerContext): Promise<CallToolResult> {
  if (given.input === undefined) throw wrongArguments('Give input, or the continuation of an earlier answer.');
  const { first_page: first = null, last_page: last = null } = given;
  const isPart = first !== null || last !== null;
  const call = {
    category: 'document',
    target: 'md',
    options: { ...given.options, ...(isPart ? { page_markers: true } : {}) },
    inputs: [taskInput(given.input, context.config.folders.working)],
    outputFolder: null,
    overwrite: false,
  };
  const converted = await context.converter.convert(call, requestHooks(request, context.end));
  const { summary, remove } = converted;
  const [output] = summary.output;
  if (summary.status !== 'completed' || output === undefined) {
    await remove();
    return conversionAnswer(converted);
  }
  if (output.content_type !== MARKDOWN_TYPE) {
    await remove();
    throw wrongArguments('The option pictures: files makes a zip: use convert for that.');
  }
  const path = fileURLToPath(output.uri);
  try {
    if (isPart) await writeFile(path, pagesOf(await readFile(path, 'utf8'), { first, last }));
  } catch (error) {
    await remove();
    throw error;
  }
  const id = context.texts.add({ path }, () => void remove().catch(() => {}));
  return answer({ id, path, from: 0, most: given.max_characters ?? DEFAULT_LENGTH }, issueLines(summary.warnings));
}

async function continued(given: Arguments, continuation: string, context: McpContext): Promise<CallToolResult> {
  if (Object.keys(given).some((name) => name !== 'continuation' && name !== 'max_characters')) {
    throw wrongArguments(
      'A continuation goes on with what was converted: leave everything else but max_characters out.',
    );
  }
  const [, id = '', digits = ''] = /^([\w-]+)\.(\d{1,12})$/.exec(continuation) ?? [];
  const text = context.texts.get(id);
  if (text === undefined) {
    throw wrongArguments(
      'The continuation is invalid, or expired after an hour without use. Call to_markdown with the input.',
    );
  }
  return answer({ id, path: text.path, from: Number(digits), most: given.max_characters ?? DEFAULT_LENGTH }, []);
}

interface Asked {
  readonly id: string;
  readonly path: string;
  readonly from: number;
  readonly most: number;
}

/** The first block has only the text, the second one the remarks about it. */
async function answer({ id, path, from, most }: Asked, warnings: readonly string[]): Promise<CallToolResult> {
  const whole = await readFile(path, 'utf8');
  const { text, next } = textPart(whole, from, most);
  const notes = [
    ...warnings.map((line) => `Warning: ${line}`),
    ...(from === 0 && next === null ? [] : [`Characters ${from} to ${from + text.length} of ${whole.length}.`]),
    ...(next === null ? [] : [`For the next part call to_markdown with continuation "${id}.${next}" alone.`]),
  ];
  const note = notes.length === 0 ? [] : [{ type: 'text' as const, text: notes.join('\n') }];
  return { content: [{ type: 'text', text }, ...note] };
}

const wrongArguments = (message: string): ConversionError => new ConversionError('task_invalid', message);
