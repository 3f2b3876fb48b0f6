import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEntry } from '../../../src/catalog/index.ts';
import { sample } from '../../support/sample.ts';
import { type Fixtures, makeFixtures } from './fixtures.ts';
import { Gate } from './gate.ts';
import { opusInputRate } from './measure.ts';
import { type Conversion, HAS_FDKAAC, measuredBitrate, soundOf, Workshop } from './support.ts';

/** Codecs that a target has besides its usual one. */
const CODECS = [
  ['aac', 'heaac1'],
  ['aac', 'heaac2'],
  ['ogg', 'opus'],
  ['ogg', 'speex'],
  ['ogg', 'flac'],
  ['wma', 'wma1'],
] as const;

const gate = new Gate(2);

let workshop: Workshop;
let fixtures: Fixtures;

const POSSIBLE = CODECS.filter(([, codec]) => HAS_FDKAAC || !codec.startsWith('heaac'));

beforeAll(async () => {
  workshop = await Workshop.open();
  fixtures = await makeFixtures(workshop);
});

afterAll(() => workshop.close());

/** No table says what comes out: whatever the engine does not warn of has to be in the result as asked, and what it names instead, too. */
describe.concurrent.each(POSSIBLE)('%s by %s', (target, codec) => {
  it.each(sample(`audio ${codec} frequency`, valuesOf(target, 'frequency'), 1))('frequency=%s', (frequency) =>
    gate.run(async () => {
      const result = await convert(target, { audio_codec: codec, frequency });
      const expected = usedInstead(result, 'frequency') ?? frequency;
      expect(await sampleRateOf(result.output.path)).toBe(expected);
    }),
  );

  it.each(sample(`audio ${codec} bitrate`, valuesOf(target, 'audio_bitrate'), 1))('audio_bitrate=%s', (bitrate) =>
    gate.run(async () => {
      const result = await convert(target, { audio_codec: codec, audio_bitrate: bitrate });
      if (result.warnings.some(({ code }) => code === 'option_no_effect')) return;
      const expected = usedInstead(result, 'audio_bitrate') ?? bitrate;
      const measured = (await measuredBitrate(result.output.path)) / 1000;
      expect(measured).toBeGreaterThan(expected * 0.85);
      expect(measured).toBeLessThan(expected * 1.2);
    }),
  );
});

describe.concurrent('Vorbis, whose bitrates depend on sample rate and channels', () => {
  const cases = valuesOf('ogg', 'frequency').flatMap((rate) => [6, 64, 500].map((kbps) => [rate, kbps] as const));

  it.each(sample('audio vorbis', cases, 3))('frequency=%s audio_bitrate=%s', (frequency, bitrate) =>
    gate.run(async () => {
      const options = { frequency, audio_bitrate: bitrate, channels: 'mono' };
      const attempt = convert('ogg', options);
      if (frequency > 48000) {
        await expect(attempt).rejects.toMatchObject({
          code: 'option_unsupported',
          details: { option: 'audio_bitrate' },
        });
        return;
      }
      const { output, warnings } = await attempt;
      const nominal = Math.round(Number((await soundOf(output.path)).bit_rate) / 1000);
      const said = warnings
        .filter(({ details }) => details.option === 'audio_bitrate')
        .map(({ details }) => details.used);
      expect(nominal === bitrate || said.includes(nominal)).toBe(true);
    }),
  );
});

function valuesOf(target: string, option: string): number[] {
  return (findEntry('audio', target)?.options[option]?.enum ?? []).map(Number);
}

function convert(target: string, options: Record<string, unknown>): Promise<Conversion> {
  return workshop.convert({ input: fixtures.for('noise', 'mp3'), target, options });
}

/** The number that a warning about an option says was used instead; the last one, where the result was looked at, counts. */
function usedInstead({ warnings }: Conversion, option: string): number | null {
  const last = warnings.findLast(({ details }) => details.option === option);
  return last === undefined ? null : Number(String(last.details.used).replace('about ', ''));
}

async function sampleRateOf(path: string): Promise<number> {
  const { codec_name: codec, sample_rate: rate } = await soundOf(path);
  return codec === 'opus' ? opusInputRate(path) : Number(rate);
}
