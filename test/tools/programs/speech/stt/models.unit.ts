import { cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STT_LOCALES } from '../../../../../src/languages.ts';
import { ConversionError } from '../../../../../src/task/errors.ts';
import { describeSpeechRecognition } from '../../../../../tools/programs/speech/stt/describe.ts';
import { spokenLanguage } from '../../../../../tools/programs/speech/stt/languages.ts';
import { requireModel, requireRuntime } from '../../../../../tools/programs/speech/stt/models.ts';
import { makeScratchFolder, ScratchFolder } from '../../../../support/engine-context.ts';

const WHISPER = {
  type: 'whisper',
  files: { encoder: 'encoder.onnx', decoder: 'decoder.onnx', tokens: 'tokens.txt' },
};

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('models'));
});
afterAll(() => scratch.remove());

/** Makes a folder of models with arbitrary files: before a model is loaded, only their existence is checked. */
async function makeFolder(name: string, languages: readonly string[], description: unknown = WHISPER): Promise<string> {
  const root = scratch.path(name);
  for (const language of languages) {
    await mkdir(join(root, language), { recursive: true });
    for (const file of ['encoder.onnx', 'decoder.onnx', 'tokens.txt']) await writeFile(join(root, language, file), 'x');
    const text = typeof description === 'string' ? description : JSON.stringify(description);
    await writeFile(join(root, language, 'model.json'), text);
  }
  await mkdir(root, { recursive: true });
  await writeFile(join(root, 'silero_vad.onnx'), 'x');
  return root;
}

const find = (locale: string, root: string) => requireModel(spokenLanguage(locale), { SPEECH_MODELS: root });

const refusal = async (locale: string, root: string): Promise<ConversionError> => {
  const error = await find(locale, root).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConversionError)) throw new Error('it was not refused');
  expect(error.code).toBe('speech_model_unavailable');
  expect(error.message).not.toContain(scratch.folder);
  return error;
};

describe('the model of a language', () => {
  it('is the one of its locale, else that of its language', async () => {
    const root = await makeFolder('several', ['en-US', 'en', 'pt-BR', 'fil', 'ar']);
    const names = ['en-US', 'en-IN', 'pt-FB', 'tl-PH', 'ar-AR'].map(async (locale) => (await find(locale, root)).name);
    expect(await Promise.all(names)).toEqual(['en-US', 'en', 'pt-BR', 'fil', 'ar']);
  });

  it('says what to install where there is none', async () => {
    const root = await makeFolder('english', ['en']);
    expect((await refusal('de-DE', root)).message).toContain('a folder named de-DE or de ');
    expect((await refusal('en-US', '')).message).toContain('scripts/speech-models.mjs');
    expect((await refusal('en-US', 'models')).message).toContain('absolute path');
    await rename(join(root, 'silero_vad.onnx'), join(root, 'elsewhere.onnx'));
    expect((await refusal('en-US', root)).message).toContain('silero_vad.onnx is missing');
  });

  it.each([
    ['no JSON', '{', 'no JSON'],
    ['a type nobody knows', { ...WHISPER, type: 'parrot' }, 'known are moonshine, whisper'],
    ['a file too few', { ...WHISPER, files: { encoder: 'encoder.onnx', tokens: 'tokens.txt' } }, 'the decoder is'],
    ['a file too many', { ...WHISPER, files: { ...WHISPER.files, joiner: 'x' } }, 'names a file "joiner"'],
    ['a file that is not there', { ...WHISPER, files: { ...WHISPER.files, tokens: 'words.txt' } }, 'is not there'],
    ['a folder', { ...WHISPER, files: { ...WHISPER.files, tokens: '.' } }, 'outside the folder'],
    ['a number too large', { ...WHISPER, maxSeconds: 300 }, '/maxSeconds'],
    ['something else', { ...WHISPER, command: 'rm' }, 'wrong'],
  ])('is described wrongly: %s', async (name, description, told) => {
    const root = await makeFolder(`wrong ${name}`, ['en'], description);
    expect((await refusal('en-US', root)).message).toContain(told);
  });

  it('lies in its folder, whatever ways lead out of it', async () => {
    const root = await makeFolder('inside', ['en', 'de', 'fr']);
    await cp(join(root, 'en'), join(root, 'outside'), { recursive: true });
    // The folder itself may be a link by the operator: one model for several languages.
    await symlink('en', join(root, 'es'));
    expect((await find('es-ES', root)).name).toBe('es');
    const leading = { ...WHISPER, files: { ...WHISPER.files, tokens: '../outside/tokens.txt' } };
    await writeFile(join(root, 'de', 'model.json'), JSON.stringify(leading));
    expect((await refusal('de-DE', root)).message).toContain('outside the folder');
    expect(await find('fr-FR', root)).toMatchObject({ name: 'fr' });
    await rename(join(root, 'fr', 'tokens.txt'), join(root, 'fr', 'own.txt'));
    await symlink(join(root, 'outside', 'tokens.txt'), join(root, 'fr', 'tokens.txt'));
    expect((await refusal('fr-FR', root)).message).toContain('outside the folder');
  });
});

it('the doctor lists each language once, under its model or under what is missing', async () => {
  const root = await makeFolder('doctor', ['en', 'de-DE']);
  const [runtime, ...rows] = await describeSpeechRecognition({ SPEECH_MODELS: root });
  expect(runtime).toMatchObject({ name: 'sherpa-onnx-node', version: expect.stringMatching(/^\d+\.\d+/) });
  const listed = rows.flatMap(({ neededFor }) => neededFor.map((text) => text.split('=')[1]));
  expect(listed.toSorted()).toEqual([...STT_LOCALES].toSorted());
  expect(rows.filter(({ version }) => version !== null)).toMatchObject([
    { name: 'speech model de-DE', version: 'whisper, for de-DE' },
    { name: 'speech model en', version: 'whisper, for en-IN en-US' },
  ]);
});

it('names the npm package where it is not installed', () => {
  expect(requireRuntime('recognising speech')).toHaveLength(2);
  expect(() => requireRuntime('recognising speech', 'file:///module.js')).toThrowError(
    expect.objectContaining({
      code: 'program_missing',
      message: expect.stringContaining('npm install --global sherpa-onnx-node'),
    }),
  );
});
