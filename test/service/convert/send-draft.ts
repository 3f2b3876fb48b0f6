import type { Client } from 'undici';
import type { WireAnswer } from '../access/described.ts';
import type { Draft } from '../http/fuzz-requests.ts';
import { textOf } from '../page/text-of.ts';

/** Sends a request with the current ids and credentials. */
export async function sendDraft(
  client: Client,
  method: string,
  draft: Draft,
  ids: Readonly<Record<string, string>>,
): Promise<WireAnswer> {
  const fill = (text: string) => text.replaceAll(/<[a-z-]+>/g, (slot) => ids[slot] ?? slot);
  const body = draft.body === null ? null : fill(draft.body);
  const hasBody = body !== null && method !== 'GET' && method !== 'HEAD';
  const { 'content-type': type = '', ...headers } = Object.fromEntries(
    Object.entries(draft.headers).map(([name, value]) => [name, fill(value)]),
  );
  const answer = await client.request({
    method: method as 'GET',
    path: fill(draft.path),
    headers: { ...headers, ...(hasBody && { 'content-type': type }) },
    body: hasBody ? body : null,
  });
  const contentType = String(answer.headers['content-type'] ?? '');
  return { status: answer.statusCode, contentType, text: await textOf(answer.body, contentType) };
}

/** A response that is not HTTP, or ends in the middle, is as wrong as an undocumented status. */
export const noAnswer = (error: unknown): WireAnswer => ({ status: 0, contentType: '', text: String(error) });
