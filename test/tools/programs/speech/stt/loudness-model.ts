import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { onnx } from 'onnx-proto';
import { encodeModel, FLOAT, INT64, tensorOf } from '../onnx.ts';

/*
 * A model of the type zipformer_ctc that needs no training: it hears one word wherever the sound is loud. Like every CTC
 * model it reports when each word begins, which can be compared with the sound.
 */

/** The word that it hears. */
export const HEARD = 'hört';

/** Mean logarithm of the energies in 80 bands above which a frame is loud. */
const LOUD = -9;
/** Every fourth frame, by which sherpa-onnx counts the times of this type. */
const STEP = 4;

const whole = (name: string, numbers: number[]): onnx.ITensorProto => ({
  name,
  dataType: INT64,
  dims: [numbers.length],
  int64Data: numbers,
});

function loudnessModel(): Uint8Array {
  return encodeModel(
    {
      name: 'loudness',
      input: [tensorOf('x', FLOAT, ['n', 'frames', 80]), tensorOf('x_lens', INT64, ['n'])],
      output: [tensorOf('log_probs', FLOAT, ['n', 'steps', 2]), tensorOf('log_probs_len', INT64, ['n'])],
      initializer: [
        whole('from', [0]),
        whole('to', [2 ** 31]),
        whole('axis', [1]),
        whole('step', [STEP]),
        whole('three', [STEP - 1]),
        whole('last', [2]),
        { name: 'loud', dataType: FLOAT, dims: [1], floatData: [LOUD] },
      ],
      node: [
        {
          opType: 'ReduceMean',
          input: ['x'],
          output: ['mean'],
          attribute: [
            { name: 'axes', type: 7, ints: [2] },
            { name: 'keepdims', type: 2, i: 0 },
          ],
        },
        { opType: 'Slice', input: ['mean', 'from', 'to', 'axis', 'step'], output: ['thinned'] },
        { opType: 'Sub', input: ['thinned', 'loud'], output: ['word'] },
        { opType: 'Neg', input: ['word'], output: ['blank'] },
        { opType: 'Unsqueeze', input: ['word', 'last'], output: ['words'] },
        { opType: 'Unsqueeze', input: ['blank', 'last'], output: ['blanks'] },
        {
          opType: 'Concat',
          input: ['blanks', 'words'],
          output: ['log_probs'],
          attribute: [{ name: 'axis', type: 2, i: 2 }],
        },
        { opType: 'Add', input: ['x_lens', 'three'], output: ['padded'] },
        { opType: 'Div', input: ['padded', 'step'], output: ['log_probs_len'] },
      ],
    },
    { model_type: 'zipformer2_ctc' },
  );
}

/** Makes a folder of models with this one. @param models another folder, from which the voice activity detector is taken */
export async function makeLoudnessModel(folder: string, language: string, models: string): Promise<void> {
  await mkdir(join(folder, language), { recursive: true });
  await copyFile(join(models, 'silero_vad.onnx'), join(folder, 'silero_vad.onnx'));
  await writeFile(join(folder, language, 'model.onnx'), loudnessModel());
  await writeFile(join(folder, language, 'tokens.txt'), `<blk> 0\n▁${HEARD} 1\n`);
  const description = { type: 'zipformer_ctc', files: { model: 'model.onnx', tokens: 'tokens.txt' } };
  await writeFile(join(folder, language, 'model.json'), JSON.stringify(description));
}
