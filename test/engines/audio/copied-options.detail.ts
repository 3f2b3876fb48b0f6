import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../../engines/audio/catalog.ts';
import type { AudioTarget } from '../../../engines/audio/containers.ts';
import { type OptionDefinition, validateConversion } from '../../../src/catalog/index.ts';
import { COMMON_OPTIONS } from '../../../src/catalog/options/common.ts';
import { ConversionError, ConversionErrors } from '../../../src/task/errors.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { FFPROBE } from '../../support/ffprobe.ts';
import { effectOf, type Trace, valueToTry } from '../../support/option-effect.ts';
import { type Fixtures, makeFixtures } from './fixtures.ts';
import { Workshop } from './support.ts';

/*
 * Options on the ways that do not encode: copies, and pictures of the course of a sound. On all others policy.matrix.ts looks at what comes
 * of each value.
 */

const execute = promisify(execFile);

let workshop: Workshop;
let fixtures: Fixtures;

beforeAll(async () => {
  workshop = await Workshop.open();
  fixtures = await makeFixtures(workshop);
});

afterAll(() => workshop.close());

/** That of other options, without which one has nothing to do. */
const BESIDE: Readonly<Record<string, OptionValues>> = {
  normalize_type: { normalize: true },
  normalize_target_level: { normalize: true, normalize_type: 'peak' },
  normalize_target_level_ebu: { normalize: true },
  normalize_loudness_range_target_ebu: { normalize: true },
  normalize_true_peak_ebu: { normalize: true },
  silence_threshold: { trim_silence: true },
};
const VALUES: OptionValues = {
  start: '00:00:01',
  end: '00:00:01',
  channels: 'mono',
  frequency: 8000,
  audio_track: 2,
  waveform_width: 100,
  waveform_height: 50,
};

async function traceOf(target: string, options: OptionValues, input: string): Promise<Trace> {
  try {
    const valid = validateConversion({ category: 'audio', target, options });
    const { output, warnings } = await workshop.convert({ input, target, options: valid.options });
    const warned = [
      ...valid.warnings.map(({ details }) => details?.option),
      ...warnings.map(({ details }) => details.option),
    ];
    return { done: await contentOf(output.path), warned: warned.map(String) };
  } catch (error) {
    if (error instanceof ConversionErrors) return { done: '', warned: [], refused: optionIn(error.errors[0], options) };
    if (error instanceof ConversionError) return { done: '', warned: [], refused: optionIn(error, options) };
    throw error;
  }
}

/** Of a conflict, the one that is not what the copy is asked for by. */
function optionIn(error: ConversionError | undefined, options: OptionValues): string {
  const named = [error?.details.options ?? [], error?.details.option ?? []].flat().map(String);
  return named.find((option) => option !== 'audio_codec' && Object.hasOwn(options, option)) ?? '';
}

/** Packets, tags and chapters by ffprobe, which leaves out what a muxer makes up; other files byte by byte. */
async function contentOf(path: string): Promise<string> {
  if (/\.(?:json|svg|png)$/.test(path)) return (await execute('sha256sum', ['--', path])).stdout.slice(0, 64);
  const shown = 'packet=data_hash,pts:stream=codec_type,codec_name:stream_tags:format_tags:chapter';
  const { stdout } = await execute(
    FFPROBE,
    ['-v', 'error', '-show_entries', shown, '-show_packets', '-show_data_hash', 'md5', path],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return createHash('md5').update(stdout).digest('hex');
}

/** Options that do nothing with a single input, as is to be expected. */
const OF_SEVERAL = ['merge'];

const casesOf = (target: keyof typeof catalog.targets, fixed: OptionValues) =>
  Object.entries<OptionDefinition>(catalog.targets[target].options)
    .filter(([option]) => !Object.hasOwn({ ...COMMON_OPTIONS, ...fixed }, option) && !OF_SEVERAL.includes(option))
    .map(([option, definition]) => [option, VALUES[option] ?? valueToTry(definition)] as const);

describe.each(['m4a', 'm4b', 'm4r', 'mka', 'ogg', 'wma'] as const)(
  '%s with audio_codec=copy',
  (target: AudioTarget) => {
    it('does what each option says, warns or refuses', async () => {
      const fixed = { audio_codec: 'copy' };
      const input = await withCover(target);
      for (const [option, value] of casesOf(target, fixed)) {
        const beside = { ...fixed, ...BESIDE[option] };
        const without = await traceOf(target, beside, input);
        const given = await traceOf(target, { ...beside, [option]: value }, input);
        // What it goes with is refused already.
        if (BESIDE[option] !== undefined) expect(without.refused, option).toBe(Object.keys(BESIDE[option])[0]);
        else expect(effectOf(option, without, given), `${option}=${value}`).not.toBe('nothing');
      }
      // The control: nothing is no effect.
      const plain = await traceOf(target, fixed, input);
      expect(effectOf('speed', plain, await traceOf(target, fixed, input))).toBe('nothing');
    });
  },
);

/** A sound that the target can take as it is, with a cover. */
async function withCover(target: AudioTarget): Promise<string> {
  const [input, cover] = [fixtures.for('copyable', target), workshop.path('cover.png')];
  const { output } = await workshop.convert({ input, target, options: { audio_codec: 'copy', cover: true }, cover });
  return output.path;
}

describe.each(['png', 'svg', 'json'])('waveform as %s', (form) => {
  it('does what each option says, warns or refuses', async () => {
    const fixed = { waveform_format: form };
    const input = fixtures.for('steps', 'wav');
    const without = await traceOf('waveform', fixed, input);
    const warned: string[] = [];
    for (const [option, value] of casesOf('waveform', fixed)) {
      const effect = effectOf(option, without, await traceOf('waveform', { ...fixed, [option]: value }, input));
      expect(effect, `${option}=${value}`).not.toBe('nothing');
      if (effect === 'warned') warned.push(option);
    }
    expect(warned).toEqual(form === 'json' ? ['waveform_height'] : []);
  });
});
