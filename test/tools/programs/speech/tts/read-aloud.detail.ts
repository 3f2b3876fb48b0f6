import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { levels } from '../../../../engines/audio/measure.ts';
import { duration, soundOf, Workshop } from '../../../../engines/audio/support.ts';
import { HARBOUR, REPORT, read, SCAN, silences } from './support.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
});

afterAll(async () => {
  await workshop.close();
});

const ENGLISH = { language_tts: 'en-GB' };

describe('a document read aloud', () => {
  it('is sound of speech, its paragraphs and headings parted by pauses', async () => {
    const { output, warnings, progress, workFolder } = await read(workshop, HARBOUR, 'wav', ENGLISH);
    expect(warnings).toEqual([]);
    // 133 words, at about 200 a minute.
    expect(await duration(output.path)).toBeGreaterThan(34);
    expect(await duration(output.path)).toBeLessThan(46);
    const { rms, peak } = await levels(output.path);
    expect(rms).toBeGreaterThan(-30);
    expect(peak).toBeLessThan(0);
    const pauses = await silences(output.path, 0.5);
    // After the first heading, around the second one: long. Between the two paragraphs: shorter.
    expect(pauses.map(({ seconds }) => (seconds > 0.9 ? 'long' : 'short'))).toEqual(['long', 'short', 'long', 'long']);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(3);
    const [speech = ''] = (await readdir(workFolder)).filter((name) => name.startsWith('speech-'));
    expect((await readdir(join(workFolder, speech))).sort()).toEqual(['chunks.jsonl', 'speech.wav']);
  });

  it('takes the options of sound: a part of it, channels, rate, loudness', async () => {
    const options = {
      ...ENGLISH,
      start: '00:00:01',
      end: '00:00:06',
      channels: 'stereo',
      frequency: 44100,
      normalize: true,
    };
    const { output } = await read(workshop, HARBOUR, 'flac', options);
    expect(await duration(output.path)).toBeCloseTo(5, 1);
    expect(await soundOf(output.path)).toMatchObject({ codec_name: 'flac', channels: 2, sample_rate: '44100' });
  });

  it('is what an office file says; words of other scripts are told of', async () => {
    const { output, warnings } = await read(workshop, REPORT, 'mp3', ENGLISH);
    expect(await duration(output.path)).toBeGreaterThan(15);
    expect(warnings).toMatchObject([
      { code: 'output_limited', details: { option: 'language_tts', words_of_other_scripts: 3 } },
    ]);
  });

  it('says one part after another in the order of the text', async () => {
    // Three paragraphs, longer and longer; more than one run of the voice.
    const paragraphs = [40, 300, 520].map((count) => 'One and two. '.repeat(count).trim());
    const input = await workshop.write('order.txt', paragraphs.join('\n\n'));
    const { output, progress } = await read(workshop, input, 'wav', ENGLISH);
    const times = (await silences(output.path, 0.5)).map(({ start }) => start);
    const [first = 0, second = 0] = times;
    const total = await duration(output.path);
    expect(times).toHaveLength(2);
    expect(first / total).toBeCloseTo(40 / 860, 1);
    expect((second - first) / total).toBeCloseTo(300 / 860, 1);
    expect(progress.length).toBeGreaterThan(3);
  });
});

describe('what is refused', () => {
  it('a picture: it has to be recognised first', async () => {
    await expect(read(workshop, SCAN, 'mp3', ENGLISH)).rejects.toMatchObject({
      code: 'input_wrong_type',
      message: expect.stringContaining('option ocr'),
    });
  });

  it('a text without words', async () => {
    const input = await workshop.write('stars.txt', '* * *\n\n=====\n');
    await expect(read(workshop, input, 'mp3', ENGLISH)).rejects.toMatchObject({
      code: 'conversion_failed',
      message: 'stars.txt has no text to read aloud.',
    });
  });

  it('a text in another script, whatever numbers are in it', async () => {
    const input = await workshop.write('russian.txt', 'Слово и дело, 1-ое издание, 2026.\n');
    await expect(read(workshop, input, 'mp3', ENGLISH)).rejects.toMatchObject({
      code: 'option_unsupported',
      details: { option: 'language_tts', value: 'en-GB' },
    });
    await expect(read(workshop, input, 'mp3', { language_tts: 'ru-RU' })).resolves.toMatchObject({ warnings: [] });
  });

  it('a text without language_tts: the message says that there is this option', async () => {
    await expect(read(workshop, HARBOUR, 'mp3', {})).rejects.toMatchObject({
      code: 'input_wrong_type',
      message: expect.stringContaining('language_tts'),
    });
  });
});

describe("an operator's own command", () => {
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (name.startsWith('TTS_COMMAND_')) delete process.env[name];
  });

  /** A program that speaks with another voice and speed, and writes its input to a file in the task's folder. */
  async function script(name: string, ...lines: string[]): Promise<string> {
    const path = await workshop.write(name, ['#!/bin/sh', ...lines, ''].join('\n'));
    await chmod(path, 0o755);
    return path;
  }

  it('gets the text on its standard input, for its locale or its language', async () => {
    const input = await workshop.write('short.txt', 'Bread and <butter> — Слово.\n');
    const usual = await duration((await read(workshop, input, 'wav', { language_tts: 'fr-FR' })).output.path);
    const slow = await script('slow.sh', 'exec /usr/bin/espeak-ng -v fr-fr -s "$1" --stdin --stdout');
    process.env.TTS_COMMAND_FR = JSON.stringify([slow, '80']);
    const { output, warnings } = await read(workshop, input, 'wav', { language_tts: 'fr-FR' });
    expect(await duration(output.path)).toBeGreaterThan(usual * 1.5);
    expect(warnings).toEqual([]);
    // A program that writes a WAV for each word: all of them are heard.
    const words = await script(
      'words.sh',
      'for word in $(cat); do espeak-ng -v fr-fr -w "$TMPDIR/w.wav" "$word"; cat "$TMPDIR/w.wav"; done',
    );
    process.env.TTS_COMMAND_FR = JSON.stringify([words]);
    const apart = await read(workshop, input, 'wav', { language_tts: 'fr-FR' });
    expect(await duration(apart.output.path)).toBeGreaterThan(usual * 1.2);
    process.env.TTS_COMMAND_FR_FR = JSON.stringify(['/nowhere/at-all']);
    await expect(read(workshop, input, 'wav', { language_tts: 'fr-FR' })).rejects.toMatchObject({
      code: 'program_missing',
      message: expect.stringContaining('TTS_COMMAND_FR_FR'),
    });
    await expect(read(workshop, input, 'wav', { language_tts: 'fr-CA' })).resolves.toBeDefined();
  });

  it('is sandboxed: it reads what the operator names and nothing else of the machine', async () => {
    const input = await workshop.write('again.txt', 'Good morning.\n');
    const model = await workshop.write('model.txt', '80');
    const speak = await script(
      'model.sh',
      `speed=$(cat ${model}) || exit 7`,
      'exec /usr/bin/espeak-ng -s "$speed" --stdin --stdout',
    );
    process.env.TTS_COMMAND_EN_GB = JSON.stringify([speak]);
    await expect(read(workshop, input, 'wav', ENGLISH)).rejects.toMatchObject({ code: 'conversion_failed' });
    process.env.TTS_COMMAND_EN_GB_READABLE = JSON.stringify([model]);
    await expect(read(workshop, input, 'wav', ENGLISH)).resolves.toBeDefined();
  });

  it('that gives no WAV, or a broken variable, is told of by the name of the variable', async () => {
    const input = await workshop.write('broken.txt', 'Good morning.\n');
    process.env.TTS_COMMAND_EN = JSON.stringify(['/usr/bin/cat']);
    await expect(read(workshop, input, 'wav', ENGLISH)).rejects.toMatchObject({
      code: 'conversion_failed',
      message: 'TTS_COMMAND_EN did not write a WAV file of 16-bit PCM.',
    });
    process.env.TTS_COMMAND_EN = '/usr/bin/cat';
    await expect(read(workshop, input, 'wav', ENGLISH)).rejects.toMatchObject({
      code: 'program_missing',
      message: 'TTS_COMMAND_EN does not hold a JSON array of strings.',
    });
  });
});
