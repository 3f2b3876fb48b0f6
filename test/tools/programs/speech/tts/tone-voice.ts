import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { readWavs } from '../../../../../tools/programs/speech/tts/wav.ts';
import { encodeModel, FLOAT, INT64, tensorOf } from '../onnx.ts';

/*
 * A voice of Piper's type that needs no training: each of espeak-ng's phonemes becomes a tenth of a second of its own tone. The
 * spoken text can therefore be read from the sound.
 */

const SAMPLE_RATE = 22_050;
/** Samples of a token. */
const LENGTH = 2205;
/** Hz between the tones of two tokens. */
const STEP = 40;

/** Pads, beginnings and ends first, as in Piper; then signs and the International Phonetic Alphabet. */
const SYMBOLS = [...'_^$ abcdefghijklmnopqrstuvwxyzæðŋɑɐɔəɚɛɜɡɪɹɾʃʊʌʒʔθᵻˈˌːɬɫ.,!?;:-'];

/** The tone of token n is sin(2π · 40 Hz · n · t). */
function toneModel(): Uint8Array {
  const ramp = Array.from({ length: LENGTH }, (_, index) => (2 * Math.PI * STEP * index) / SAMPLE_RATE);
  const facts = {
    model_type: 'vits',
    comment: 'piper',
    language: 'English',
    voice: 'en-us',
    has_espeak: 1,
    n_speakers: 1,
  };
  return encodeModel(
    {
      name: 'tones',
      input: [
        tensorOf('input', INT64, [1, 'tokens']),
        tensorOf('input_lengths', INT64, [1]),
        tensorOf('scales', FLOAT, [3]),
      ],
      output: [tensorOf('output', FLOAT, [1, 1, 'samples'])],
      initializer: [
        { name: 'ramp', dataType: FLOAT, dims: [1, 1, LENGTH], floatData: ramp },
        { name: 'axis', dataType: INT64, dims: [1], int64Data: [2] },
        { name: 'shape', dataType: INT64, dims: [3], int64Data: [1, 1, -1] },
        { name: 'half', dataType: FLOAT, dims: [1], floatData: [0.5] },
      ],
      node: [
        { opType: 'Cast', input: ['input'], output: ['ids'], attribute: [{ name: 'to', type: 2, i: FLOAT }] },
        { opType: 'Unsqueeze', input: ['ids', 'axis'], output: ['column'] },
        { opType: 'Mul', input: ['column', 'ramp'], output: ['phase'] },
        { opType: 'Sin', input: ['phase'], output: ['wave'] },
        { opType: 'Mul', input: ['wave', 'half'], output: ['quiet'] },
        { opType: 'Reshape', input: ['quiet', 'shape'], output: ['output'] },
      ],
    },
    { ...facts, sample_rate: SAMPLE_RATE },
  );
}

/** Description of the voice. */
export const TONE_VOICE = {
  type: 'vits',
  license: 'Apache-2.0',
  files: { model: 'tones.onnx', tokens: 'tokens.txt' },
  folders: { dataDir: 'espeak-ng-data' },
};

/** Puts the voice into a folder of models. @param name name of its language's folder */
export async function makeToneVoice(models: string, name: string, description: object = TONE_VOICE): Promise<void> {
  const folder = join(models, name, 'voice');
  await mkdir(folder, { recursive: true });
  const { stdout } = await execa('espeak-ng', ['--version']);
  const data = /Data at: (\S+)/.exec(stdout)?.[1] ?? '';
  await cp(data, join(folder, 'espeak-ng-data'), { recursive: true, dereference: true });
  await writeFile(join(folder, 'tones.onnx'), toneModel());
  await writeFile(join(folder, 'tokens.txt'), SYMBOLS.map((symbol, id) => `${symbol} ${id}\n`).join(''));
  await writeFile(join(folder, 'voice.json'), JSON.stringify(description));
}

/** Returns the phonemes in a WAV file of the voice, in the International Phonetic Alphabet; silence is a space. */
export async function readTones(path: string): Promise<string> {
  const [sound] = (await readWavs(path)) ?? [];
  if (sound === undefined) return '';
  const bytes = (await readFile(path)).subarray(sound.from, sound.from + sound.bytes);
  const samples = new Int16Array(Uint8Array.from(bytes).buffer);
  let text = '';
  for (let from = 0; from + LENGTH <= samples.length; from += LENGTH) {
    const tone = samples.subarray(from, from + LENGTH);
    if (tone.every((sample) => sample === 0)) {
      text += ' ';
      continue;
    }
    let crossings = 0;
    for (let index = 1; index < tone.length; index += 1)
      if ((tone[index - 1] ?? 0) < 0 !== (tone[index] ?? 0) < 0) crossings += 1;
    text += SYMBOLS[Math.round((crossings * SAMPLE_RATE) / (2 * LENGTH * STEP))] ?? '?';
  }
  return text;
}
