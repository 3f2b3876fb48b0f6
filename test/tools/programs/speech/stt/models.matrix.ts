import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MODEL_FILES } from '../../../../../tools/programs/speech/stt/model-description.ts';
import { transcribe } from '../../../../../tools/programs/speech/stt/transcribe.ts';
import { makeScratchFolder, ScratchFolder } from '../../../../support/engine-context.ts';
import { sample } from '../../../../support/sample.ts';
import { inputOf, makeModels, speak, taskFor } from './support.ts';

const RECOGNISER = fileURLToPath(import.meta.resolve('../../../../../tools/programs/speech/stt/recogniser/main.ts'));

let scratch: ScratchFolder;
let models: string;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('speech'));
  models = await makeModels();
  await speak('Good morning.', scratch.path('short.wav'));
});
afterAll(() => scratch.remove());
afterEach(() => vi.unstubAllEnvs());

describe('models that do not work', () => {
  const files = { encoder: 'encoder.onnx', mergedDecoder: 'decoder.onnx', tokens: 'tokens.txt' };

  const broken = [
    ['a damaged file', { type: 'moonshine', files: { ...files, encoder: 'damaged.onnx' } }],
    [
      'another type than it is',
      { type: 'whisper', files: { encoder: files.encoder, decoder: files.mergedDecoder, tokens: files.tokens } },
    ],
    ['files in the wrong places', { type: 'moonshine', files: { ...files, encoder: files.mergedDecoder } }],
  ] as const;

  it.each(sample('broken models', broken, 1))('are named: %s', async (name, description) => {
    const folder = scratch.path(`models ${name}`);
    await cp(models, folder, { recursive: true });
    const whole = await readFile(join(folder, 'en', files.encoder));
    await writeFile(join(folder, 'en', 'damaged.onnx'), whole.subarray(0, whole.length / 2));
    await writeFile(join(folder, 'en', 'model.json'), JSON.stringify(description));
    vi.stubEnv('SPEECH_MODELS', folder);
    const short = scratch.path('short.wav');
    const { context } = await taskFor(short, scratch.folder);
    const refused = await transcribe(await inputOf(short), 'en-US', context).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'speech_model_unavailable', message: expect.stringContaining('folder en ') });
    expect(String(refused)).not.toContain(scratch.folder);
  });

  const loaders = [
    ['whisper', 'offline-whisper-model'],
    ['transducer', 'Ort::Exception'],
    ['nemo_transducer', 'offline-transducer-nemo-model'],
    ['nemo_ctc', 'offline-nemo-enc-dec-ctc-model'],
    ['zipformer_ctc', 'offline-recognizer-ctc-impl'],
    ['paraformer', 'offline-paraformer-model'],
    ['sense_voice', 'offline-sense-voice-model'],
  ] as const;

  it.each(sample('types of models', loaders, 2))('are loaded as what they are said to be: %s', async (type, loader) => {
    const [encoder, decoder, tokens] = ['encoder.onnx', 'decoder.onnx', 'tokens.txt'].map((name) =>
      join(models, 'en', name),
    );
    const named: Readonly<Record<string, string | undefined>> = {
      encoder,
      decoder,
      joiner: decoder,
      model: encoder,
      tokens,
    };
    const files = Object.fromEntries(MODEL_FILES[type].map((name) => [name, named[name]]));
    const job = { type, files, voiceActivity: join(models, 'silero_vad.onnx'), language: 'en', maxSeconds: 28 };
    const { stdout, stderr } = await execa(process.execPath, [RECOGNISER, JSON.stringify(job)], {
      input: '',
      reject: false,
    });
    expect(stderr).toContain(loader);
    expect(stdout).not.toContain('ready');
  });
});
