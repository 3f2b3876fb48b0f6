import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareSpeech } from '../../../../../tools/programs/speech/stt/prepare.ts';
import { transcribe } from '../../../../../tools/programs/speech/stt/transcribe.ts';
import { makeScratchFolder, ScratchFolder } from '../../../../support/engine-context.ts';
import { FFPROBE } from '../../../../support/ffprobe.ts';
import { ffmpeg, inputOf, makeModels, speak, taskFor, wordErrorRate } from './support.ts';

const FIRST = 'The river begins high in the mountains. Many small towns stand along its banks.';
const SECOND = 'A group of neighbors wrote letters, and asked the factory to stop.';

/** Pause between the two, seconds. */
const PAUSE = 4;

let scratch: ScratchFolder;
let models: string;
let speech: string;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('speech'));
  models = await makeModels();
  const parts = [scratch.path('first.wav'), scratch.path('second.wav')] as const;
  await Promise.all([speak(FIRST, parts[0]), speak(SECOND, parts[1])]);
  speech = scratch.path('speech.wav');
  const graph = `[0:a]apad=pad_dur=${PAUSE}[first];[first][1:a]concat=n=2:v=0:a=1`;
  await ffmpeg('-i', parts[0], '-i', parts[1], '-filter_complex', graph, speech);
});
afterAll(() => scratch.remove());
beforeEach(() => vi.stubEnv('SPEECH_MODELS', models));
afterEach(() => vi.unstubAllEnvs());

/** Reads the paragraphs of a page and some of its attributes with Python. */
const READ_PAGE = `
import html.parser, json, sys
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(); self.found = {'p': [], 'title': []}; self.open = None
    def handle_starttag(self, tag, attributes):
        self.open = tag
        if tag == 'html': self.found['lang'] = dict(attributes).get('lang')
        if tag in self.found: self.found[tag].append('')
    def handle_endtag(self, tag): self.open = None
    def handle_data(self, text):
        if self.open in ('p', 'title'): self.found[self.open][-1] += text
page = Page(); page.feed(open(sys.argv[1], encoding='utf-8').read()); print(json.dumps(page.found))`;

const seconds = async (path: string): Promise<number> => {
  const show = ['-show_entries', 'format=duration', '-of', 'csv=p=0'];
  const { stdout } = await execa(FFPROBE, ['-v', 'error', ...show, path]);
  return Number(stdout);
};

describe('language_stt', () => {
  it('writes down the sound of a film as a page, a paragraph after each long pause', async () => {
    const film = scratch.path('A & B.mp4');
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5', '-i', speech, '-shortest', '-c:a', 'aac', film);
    const { context, warnings, progress } = await taskFor(film, scratch.folder);
    const { path } = await prepareSpeech(await inputOf(film), 'en-US', context);
    const { stdout } = await execa('python3', ['-c', READ_PAGE, path]);
    const page = JSON.parse(stdout) as { p: string[]; title: string[]; lang: string };
    expect(page).toMatchObject({ title: ['A & B'], lang: 'en-US' });
    expect(page.p).toHaveLength(2);
    // A machine's voice is not as easy to understand as a person's.
    expect(wordErrorRate(FIRST, page.p[0] ?? ''), page.p[0]).toBeLessThanOrEqual(0.2);
    expect(wordErrorRate(SECOND, page.p[1] ?? ''), page.p[1]).toBeLessThanOrEqual(0.2);
    expect(warnings).toEqual([]);
    expect(progress.at(-1)).toBeGreaterThan(90);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
  });

  it('says when each paragraph was spoken, and warns of a file that ends early', async () => {
    const cut = scratch.path('cut.wav');
    const whole = await readFile(speech);
    await writeFile(cut, whole.subarray(0, whole.length - 20_000));
    const { context, codes } = await taskFor(cut, scratch.folder);
    const { paragraphs, language } = await transcribe(await inputOf(cut), 'en-IN', context);
    const [first, second] = paragraphs;
    const pauseFrom = await seconds(scratch.path('first.wav'));
    expect(language).toBe('en-IN');
    expect(first?.startSeconds).toBeLessThan(0.5);
    expect(Math.abs((first?.endSeconds ?? 0) - pauseFrom)).toBeLessThan(1);
    expect(Math.abs((second?.startSeconds ?? 0) - pauseFrom - PAUSE)).toBeLessThan(1);
    expect(codes).toEqual(['input_truncated']);
  });

  it('says so where nobody speaks', async () => {
    const noise = scratch.path('noise.flac');
    await ffmpeg('-f', 'lavfi', '-i', 'anoisesrc=d=5:c=pink:a=0.3:seed=1', '-ar', '16000', noise);
    const { context } = await taskFor(noise, scratch.folder);
    await expect(transcribe(await inputOf(noise), 'en-US', context)).rejects.toMatchObject({
      code: 'conversion_failed',
      source: 'input',
      details: { reason: 'no_speech' },
      message: expect.stringContaining('noise.flac'),
    });
  });

  it('gives up when told, and leaves no process', async () => {
    const long = scratch.path('long.wav');
    await ffmpeg('-stream_loop', '40', '-i', speech, '-ac', '1', '-ar', '16000', long);
    const abort = new AbortController();
    const { context } = await taskFor(long, scratch.folder, abort.signal);
    let before: Promise<readonly string[]> | null = null;
    const progress = (percent: number): void => {
      if (percent > 0) before ??= ourProcesses().finally(() => abort.abort());
    };
    const canceled = transcribe(await inputOf(long), 'en-US', { ...context, progress });
    await expect(canceled).rejects.toMatchObject({ code: 'conversion_canceled' });
    // The folder of the task is in the arguments of the process that sandboxes a program.
    expect(await before).not.toEqual([]);
    expect(await ourProcesses()).toEqual([]);
  });
});

async function ourProcesses(): Promise<readonly string[]> {
  const { stdout } = await execa('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.includes(scratch.folder));
}

describe('inputs that are no sound', () => {
  it('refuses a playlist that names a sound, which alone is taken', async () => {
    const playlist = scratch.path('list.wav');
    await writeFile(playlist, `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${speech}\n#EXT-X-ENDLIST\n`);
    const { context } = await taskFor(playlist, scratch.folder);
    await expect(transcribe(await inputOf(playlist), 'en-US', context)).rejects.toMatchObject({ code: 'input_unsafe' });
  });

  it('refuses a text', async () => {
    const text = scratch.path('text.wav');
    await writeFile(text, 'To be, or not to be.\n');
    const { context } = await taskFor(text, scratch.folder);
    await expect(transcribe(await inputOf(text), 'en-US', context)).rejects.toMatchObject({ code: 'input_wrong_type' });
  });
});
