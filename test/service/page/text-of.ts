/** Returns the text of a body; for a stream of events, which may be endless, only the first part. */
export async function textOf(body: AsyncIterable<Uint8Array> | null, contentType: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body ?? []) {
    parts.push(part);
    if (contentType.startsWith('text/event-stream')) break;
  }
  return Buffer.concat(parts).toString();
}
