import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateConversion } from '../../src/catalog/index.ts';
import { applyPreset, loadPresets, parsePresets } from '../../src/catalog/presets.ts';
import { ConversionErrors } from '../../src/task/errors.ts';

const PRESETS = [
  {
    id: 7,
    name: 'podcast',
    category: 'audio',
    target: 'mp3',
    scope: 'private',
    options: { channels: 'mono', audio_vbr: 100, normalize: true },
  },
  { name: 'podcast', category: 'audio', target: 'opus', options: { audio_bitrate: 32 } },
  { name: 'loud', category: 'audio', target: 'mp3', options: { normalize: 'true' } },
];

const failure = (attempt: () => unknown) => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof ConversionErrors) return error.errors.map(({ code, message }) => `${code}: ${message}`);
    throw error;
  }
  return [];
};

const parse = (presets: unknown) => parsePresets(JSON.stringify(presets));

describe('a file of presets', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convertd-presets-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is read into presets as the interface shows them', async () => {
    await writeFile(join(folder, 'presets.json'), JSON.stringify(PRESETS));
    const presets = await loadPresets(join(folder, 'presets.json'));
    expect(presets[0]).toEqual({ ...PRESETS[0], id: '7' });
    expect(presets[1]).toEqual({ ...PRESETS[1], id: 'podcast', scope: 'public' });
  });

  it('may be left out, but not be missing', async () => {
    const names = (await loadPresets(null)).map(({ category, target, name }) => `${category}/${target} ${name}`);
    expect(names).toContain('video/mp4 messenger-16mb');
    const missing = await loadPresets(join(folder, 'none.json')).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(ConversionErrors);
    expect(String(missing)).toContain('The presets file cannot be read (ENOENT).');
    expect(String(missing)).not.toContain(folder);
  });

  it.each<[string, unknown, string]>([
    ['no array', {}, 'task_invalid: The presets file must hold a JSON array.'],
    ['no object', [5], 'task_invalid: Preset 1 of the presets file is not an object.'],
    [
      'no name',
      [{ category: 'audio', target: 'mp3', options: {} }],
      'task_invalid: Preset 1 of the presets file has no name.',
    ],
    [
      'no target',
      [{ name: 'a', category: 'audio', options: {} }],
      'task_invalid: Preset 1 of the presets file ("a") needs a category and a target, both text.',
    ],
    [
      'no options',
      [{ name: 'a', category: 'audio', target: 'mp3' }],
      'task_invalid: Preset 1 of the presets file ("a") needs options, an object.',
    ],
    [
      'nested',
      [{ ...PRESETS[2], options: { preset: 'x' } }],
      'task_invalid: Preset 1 of the presets file ("loud") cannot name another preset.',
    ],
    [
      'scope',
      [{ ...PRESETS[2], scope: 'all' }],
      'task_invalid: Preset 1 of the presets file ("loud"): scope is public or private.',
    ],
    ['twice', [PRESETS[2], PRESETS[2]], 'task_invalid: Two presets of audio/mp3 have the name "loud".'],
    [
      'unknown target',
      [{ ...PRESETS[2], target: 'mp5' }],
      'target_unknown: Preset "loud": The category audio has no target "mp5".',
    ],
    [
      'bad value',
      [{ ...PRESETS[2], options: { channels: true } }],
      'option_invalid: Preset "loud": Option channels of audio/mp3 cannot be true; allowed: stereo, mono.',
    ],
    [
      'unknown option',
      [{ ...PRESETS[2], options: { chanels: 'mono' } }],
      'option_invalid: Preset "loud": audio/mp3 has no option "chanels".',
    ],
  ])('is refused: %s', (_name, presets, message) => {
    expect(failure(() => parse(presets))[0]).toContain(message);
  });

  it('is refused when it is not JSON, and shows all wrong presets at once', () => {
    expect(failure(() => parsePresets('[{'))).toEqual(['task_invalid: The presets file is not valid JSON.']);
    const wrong = [1, 2].map((number) => ({
      ...PRESETS[2],
      name: `p${number}`,
      options: { channels: 5, normalize: 5 },
    }));
    expect(failure(() => parse(wrong))).toHaveLength(4);
  });
});

describe('applyPreset', () => {
  const presets = parse(PRESETS);
  const apply = (options: Record<string, unknown>, target = 'mp3') =>
    applyPreset(presets, { id: 'c1', category: 'audio', target, options });

  it('puts the options of the preset under the explicit ones', () => {
    const { options } = validateConversion(apply({ preset: 'podcast', channels: 'stereo' }));
    expect(options).toMatchObject({ preset: 'podcast', channels: 'stereo', audio_vbr: 100, normalize: true });
  });

  it('finds it by its id, too, unless another one has that as its name', () => {
    expect(apply({ preset: '7' }).options).toMatchObject({ audio_vbr: 100 });
    const named = parse([...PRESETS, { name: '7', category: 'audio', target: 'mp3', options: { audio_vbr: 65 } }]);
    const conversion = { category: 'audio', target: 'mp3', options: { preset: '7' } };
    expect(applyPreset(named, conversion).options).toEqual({ preset: '7', audio_vbr: 65 });
  });

  it('takes a value of the preset away by null', () => {
    const conversion = apply({ preset: 'podcast', audio_vbr: null, audio_bitrate: 64 });
    const { options } = validateConversion(conversion);
    expect(options).toMatchObject({ audio_bitrate: 64 });
    expect(options).not.toHaveProperty('audio_vbr');
    expect(failure(() => validateConversion(apply({ preset: 'podcast', audio_bitrate: 64 })))[0]).toContain(
      'option_conflict',
    );
  });

  it('finds the preset of that target', () => {
    expect(apply({ preset: 'podcast' }, 'opus').options).toEqual({ preset: 'podcast', audio_bitrate: 32 });
  });

  it('changes nothing without a preset', () => {
    const conversion = { category: 'audio', target: 'mp3', options: { channels: 'mono' } };
    expect(applyPreset(presets, conversion)).toBe(conversion);
    expect(apply({ preset: null }).options).toEqual({ preset: null });
  });

  it('leaves a wrong type, and targets without presets, to the validation', () => {
    expect(failure(() => validateConversion(apply({ preset: 5 })))[0]).toContain('option_invalid: Option preset');
    expect(failure(() => validateConversion(apply({ preset: 'podcast' }, 'mp5')))[0]).toContain('target_unknown');
    const { warnings } = validateConversion(
      applyPreset(presets, { category: 'hash', target: 'tiger128-converter', options: { preset: 'podcast' } }),
    );
    expect(warnings.map((warning) => warning.code)).toEqual(['option_unknown']);
  });

  it('lists the presets of the target when the name is unknown', () => {
    expect(failure(() => apply({ preset: 'podcats' }))).toEqual([
      'preset_unknown: audio/mp3 has no preset "podcats". Did you mean podcast? Its presets: podcast, loud.',
    ]);
    expect(failure(() => apply({ preset: 'podcast' }, 'wav'))).toEqual([
      'preset_unknown: audio/wav has no preset "podcast". It has no presets here.',
    ]);
  });
});
