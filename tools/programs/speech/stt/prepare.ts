import { join } from 'node:path';
import { stem } from '../../../../src/files/filename.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../../src/work/context.ts';
import { transcribe } from './transcribe.ts';
import { writeTranscriptHtml } from './transcript-html.ts';

/**
 * Writes the speech of an audio or video input as an HTML page, for engines that make documents and books of it. The title is the input's
 * name without its extension. Throws what `transcribe` throws.
 * @param locale one of STT_LOCALES
 */
export async function prepareSpeech(
  input: LocalInput,
  locale: string,
  context: WorkContext,
): Promise<{ readonly path: string }> {
  const transcript = await transcribe(input, locale, context);
  const path = join(await partFolder(context, 'speech'), 'transcript.html');
  await writeTranscriptHtml(transcript, stem(input.filename), path);
  return { path };
}
