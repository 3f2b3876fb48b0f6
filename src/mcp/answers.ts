import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Summary } from '../runner/run-all.ts';
import { ConversionError, ConversionErrors, type Issue } from '../task/errors.ts';
import type { OutputRecord } from '../task/types.ts';
import type { Converted } from './converter.ts';

type Content = CallToolResult['content'];

/**
 * Limit for the outputs in one answer, bytes. In base64 they grow by a third, and clients of the official SDK read messages of up to 10 MB
 * over standard input and output.
 */
export const MAX_ANSWER_BYTES = 6 * 1024 ** 2;

/** Returns the answer for a conversion that has ended: its outputs as links or as resources, its warnings, or its errors. */
export async function conversionAnswer(converted: Converted): Promise<CallToolResult> {
  const { summary, isSaved } = converted;
  if (summary.status !== 'completed') return failure(summary.errors, summary);
  if (isSaved) return success(summary, true, summary.output.map(linkTo));
  const size = summary.output.reduce((sum, output) => sum + output.size, 0);
  if (size > MAX_ANSWER_BYTES) return failure([tooLarge(size).toIssue()], summary);
  return success(summary, false, await Promise.all(summary.output.map(embedded)));
}

/** Returns the answer for an error of a conversion; rethrows anything else. */
export function errorAnswer(error: unknown): CallToolResult {
  if (error instanceof ConversionErrors) return failure(error.errors.map((each) => each.toIssue()));
  if (error instanceof ConversionError) return failure([error.toIssue()]);
  throw error;
}

/** Returns one line per error or warning: its code and its message. */
export const issueLines = (issues: readonly Issue[]): string[] =>
  issues.map(({ code, message }) => `${code}: ${message}`);

function success(summary: Summary, isSaved: boolean, files: Content): CallToolResult {
  const names = summary.output.map(
    ({ filename, content_type, size }) => `${filename} (${content_type}, ${size} bytes)`,
  );
  const text = [
    `${isSaved ? 'Saved' : 'Made'} ${names.join(', ')}.`,
    ...summary.output.flatMap(({ filename, metadata }) =>
      metadata ? [`${filename}: ${JSON.stringify(metadata)}`] : [],
    ),
    ...issueLines(summary.warnings).map((line) => `Warning: ${line}`),
  ].join('\n');
  return { content: [{ type: 'text', text }, ...files], structuredContent: facts(summary, isSaved) };
}

function failure(errors: readonly Issue[], summary?: Summary): CallToolResult {
  const status = summary?.status === 'canceled' ? 'canceled' : 'failed';
  return {
    isError: true,
    content: [{ type: 'text', text: issueLines(errors).join('\n') }],
    structuredContent: {
      status,
      outputs: [],
      warnings: (summary?.warnings ?? []).map(shown),
      errors: errors.map(shown),
    },
  };
}

const facts = (summary: Summary, isSaved: boolean): Record<string, unknown> => ({
  status: summary.status,
  outputs: summary.output.map(({ filename, content_type, size, checksum, uri, metadata, receipt }) => ({
    filename,
    content_type,
    size,
    md5: checksum,
    ...(metadata && { metadata }),
    ...(receipt && { receipt }),
    ...(isSaved ? { uri } : {}),
  })),
  warnings: summary.warnings.map(shown),
  errors: [],
});

const shown = ({ code, message, details }: Issue): Record<string, unknown> => ({ code, message, details });

const linkTo = ({ uri, filename, content_type, size }: OutputRecord): Content[number] => ({
  type: 'resource_link',
  uri,
  name: filename,
  mimeType: content_type,
  size,
});

async function embedded({ id, uri, filename, content_type }: OutputRecord): Promise<Content[number]> {
  const bytes = await readFile(fileURLToPath(uri));
  const about = { uri: `convertd://outputs/${id}/${encodeURIComponent(filename)}`, mimeType: content_type };
  const text = content_type.startsWith('text/') ? asText(bytes) : null;
  const resource = text === null ? { ...about, blob: bytes.toString('base64') } : { ...about, text };
  return { type: 'resource', resource };
}

/** Returns null if the bytes are not UTF-8: they must arrive unchanged. */
function asText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const tooLarge = (size: number): ConversionError =>
  new ConversionError(
    'limit_file_size',
    `The outputs have ${size} bytes, and an answer holds at most ${MAX_ANSWER_BYTES}. Give output_folder to save them.`,
    { details: { size, limit_bytes: MAX_ANSWER_BYTES } },
  );
