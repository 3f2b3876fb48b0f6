import { describe, expect, it } from 'vitest';
import { type AnimationRequest, planAnimation } from '../../../engines/video/animation.ts';
import { filmArguments } from '../../../engines/video/arguments.ts';
import { catalog } from '../../../engines/video/catalog.ts';
import { CONTAINERS, type Container, type FilmTarget } from '../../../engines/video/containers.ts';
import { lossWarnings } from '../../../engines/video/losses.ts';
import { planFilm } from '../../../engines/video/plan.ts';
import { readFilmOptions, readPictureOptions } from '../../../engines/video/read-options.ts';
import { filmSource } from '../../../engines/video/sources.ts';
import { planSubtitles } from '../../../engines/video/subtitles.ts';
import type { OptionDefinition } from '../../../src/catalog/definition.ts';
import { validateConversion } from '../../../src/catalog/index.ts';
import { COMMON_OPTIONS } from '../../../src/catalog/options/common.ts';
import { ConversionError, ConversionErrors } from '../../../src/task/errors.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { film, NO_EXTRAS, picture, sound } from './films.ts';

/** What a conversion would do: ffmpeg's arguments, and the options that its warnings or its error name. */
interface Outcome {
  readonly args: string;
  readonly named: readonly unknown[];
}

type TestFilm = ReturnType<typeof film>;

function outcome(target: string, options: OptionValues, source: TestFilm): Outcome {
  try {
    const validated = validateConversion({ category: 'video', target, options });
    const early = validated.warnings.map(({ details }) => details?.option);
    const made = Object.hasOwn(CONTAINERS, target)
      ? filmOutcome(target as FilmTarget, validated.options, source)
      : animationOutcome(target, validated.options, source);
    return { ...made, named: [...early, ...made.named] };
  } catch (error) {
    const errors = error instanceof ConversionErrors ? error.errors : [error];
    return {
      args: 'refused',
      named: errors.flatMap((each) => {
        if (!(each instanceof ConversionError)) throw each;
        return [each.details?.option, ...((each.details?.options as unknown[] | undefined) ?? [])];
      }),
    };
  }
}

const optionsOf = (warnings: readonly { readonly details: Record<string, unknown> }[]): unknown[] =>
  warnings.map(({ details }) => details.option);

function filmOutcome(target: FilmTarget, values: OptionValues, source: TestFilm): Outcome {
  const container: Container = CONTAINERS[target];
  const options = readFilmOptions(values);
  const plan = planFilm(source, options, container);
  const isBurnt = options.subtitles === 'burn';
  const subtitles = isBurnt
    ? ({ way: { by: 'burn', file: 'subtitles.ass' }, warnings: [] } as const)
    : planSubtitles(source, options, container);
  const extras = { ...NO_EXTRAS, chapters: container.chapters };
  const sources = [filmSource('/in', source)];
  const run = { film: source, sources, mixture: null, options, plan, container, subtitles: subtitles.way, extras };
  const args = filmArguments(run, { number: 1, of: 1 }, '/out').join(' ');
  const losses = lossWarnings(source, options, container);
  return { args, named: optionsOf([...plan.warnings, ...subtitles.warnings, ...losses]) };
}

function animationOutcome(target: string, values: OptionValues, source: TestFilm): Outcome {
  const options = readPictureOptions(values);
  const animation = { kind: target, colors: values.colors, quality: values.quality };
  const request = { input: { path: '/in' }, film: source, options, animation, loop: values.loop };
  const paths = { output: '/out', palette: '/palette' };
  const { passes, warnings } = planAnimation(request as unknown as AnimationRequest, paths);
  return { args: passes.map((args) => args.join(' ')).join('\n'), named: optionsOf(warnings) };
}

/** Some values of each kind of option, none of them its default. */
function valuesOf(definition: OptionDefinition): readonly unknown[] {
  const { type, minimum, maximum, example, default: usual } = definition;
  const values =
    definition.enum ??
    (type === 'boolean' ? [true, false] : [minimum, maximum, example].filter((v) => v !== undefined));
  return values.filter((value) => value !== usual);
}

/** Options that are used only beside others. */
const BESIDE: Readonly<Record<string, OptionValues>> = { resize_handling: { width: 320, height: 320 } };

const HLG = { range: null, matrix: 'bt2020nc', transfer: 'arib-std-b67', primaries: 'bt2020' } as const;
/** Each option has something to do in one of these at least. */
const FILMS: readonly TestFilm[] = [
  film({ picture: picture({ isInterlaced: true, color: HLG, bits: 10, pixelFormat: 'yuv420p10le' }) }),
  film({
    picture: picture({ codec: 'h261' }),
    sounds: [sound({ codec: 'nellymoser', channels: 1, sampleRate: 8000 })],
  }),
];

/** Options of what is measured first: seen in the loudness of the result alone. */
const OF_MEASURING: ReadonlySet<string> = new Set(['normalize']);

/** Options that take further inputs or a picture, seen in the films that come of them alone. */
const OF_INPUTS: ReadonlySet<string> = new Set(['merge', 'cover', 'poster']);

/** Values that ask for what is done without them. */
const AS_USUAL: Readonly<Record<string, readonly unknown[]>> = {
  crop_bottom: [0],
  crop_left: [0],
  crop_origin_x: [0],
  crop_origin_y: [0],
  crop_right: [0],
  crf: [23],
  crop_top: [0],
  deinterlace: ['never'],
  hdr: ['keep'],
  // Larger than the film.
  max_height: [1080, 8192],
  quality: [75],
  speed: [1],
  subtitles: ['keep'],
};

/** The first codec of a target is the one that is taken anyway. */
function isAsUsual(target: string, option: string, value: unknown): boolean {
  if (AS_USUAL[option]?.includes(value)) return true;
  if (!Object.hasOwn(CONTAINERS, target)) return false;
  const { video, audio, subtitles }: Container = CONTAINERS[target as FilmTarget];
  if (option === 'subtitles') return subtitles === null && value === 'none';
  return (option === 'video_codec' && value === video) || (option === 'audio_codec' && value === audio);
}

const isSeenHere = (option: string): boolean =>
  !Object.hasOwn(COMMON_OPTIONS, option) && !OF_MEASURING.has(option) && !OF_INPUTS.has(option);

/** Values of an option that change nothing and of which nothing is said. */
function unseenValues(target: string, option: string, definition: OptionDefinition): string[] {
  const beside = BESIDE[option] ?? {};
  const usual = FILMS.map((source) => outcome(target, beside, source).args);
  return valuesOf(definition)
    .filter((value) => !isAsUsual(target, option, value))
    .filter((value) =>
      FILMS.every((source, index) => {
        const made = outcome(target, { ...beside, [option]: value }, source);
        return made.args === usual[index] && !made.named.includes(option);
      }),
    )
    .map((value) => `${option} ${value}`);
}

describe('every option of every target has an effect, or is named in a warning or an error', () => {
  it.each(Object.entries(catalog.targets))('%s', (target, { options }) => {
    const seen = Object.entries<OptionDefinition>(options).filter(([option]) => isSeenHere(option));
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.flatMap(([option, definition]) => unseenValues(target, option, definition))).toEqual([]);
  });

  it('would notice an option that does nothing', () => {
    const source = film({});
    const [without, made] = [outcome('mp4', {}, source), outcome('mp4', { speed: 1 }, source)];
    expect([made.args === without.args, made.named]).toEqual([true, without.named]);
  });
});

describe('options without effect', () => {
  const silent = film({ sounds: [] });
  it.each(['audio_bitrate', 'channels', 'frequency', 'audio_codec'])('%s of a film without sound', (option) => {
    const value = { audio_bitrate: 96, channels: 'mono', frequency: 44_100, audio_codec: 'aac' }[option];
    expect(outcome('mp4', { [option]: value }, silent).named).toContain(option);
  });

  it.each([
    ['avi', 'mpeg4'],
    ['mpg', 'mpeg2'],
    ['wmv', 'wmv2'],
    ['flv', 'flv1'],
    ['ogv', 'theora'],
    ['mov', 'prores'],
  ])('effort in %s with %s', (target, video_codec) => {
    expect(outcome(target, { video_codec, effort: 'small' }, film({})).named).toContain('effort');
  });

  it('effort alone does not encode what can be copied', () => {
    const source = film({ picture: picture({ codec: 'mpeg4' }) });
    expect(outcome('avi', { effort: 'fast' }, source).args).toContain('-c:v:0 copy');
    expect(outcome('mkv', { effort: 'fast' }, source).args).toContain('libx264');
  });

  it('effort fast of vp9 with a bitrate', () => {
    expect(outcome('webm', { effort: 'fast', video_bitrate: 500 }, film({})).named).toContain('effort');
    const { args, named } = outcome('webm', { effort: 'fast', quality: 50 }, film({}));
    expect(args).toContain('-deadline realtime');
    expect(named).not.toContain('effort');
  });

  it.each([
    [{ resize_handling: 'stretch' }, ['resize_handling']],
    [{ resize_handling: 'keep_aspect_ratio_crop', width: 100 }, ['resize_handling']],
    [{ resize_handling: 'keep_aspect_ratio_crop', width: 100, height: 100 }, []],
    [{ end: '00:02:30' }, ['end']],
    [{ end: '00:01:30' }, []],
    [{ hdr: 'sdr' }, ['hdr']],
  ])('%o: %o', (options, named) => {
    const found = outcome('mp4', options, film({ subtitles: [], chapters: [] })).named;
    expect(found.filter((option) => option !== undefined)).toEqual(named);
  });
});

describe('values that are changed', () => {
  it.each([
    ['mp3', { frequency: 96_000 }, 'frequency'],
    ['opus', { frequency: 44_100 }, 'frequency'],
    ['mp3', { audio_bitrate: 640 }, 'audio_bitrate'],
    ['ac3', { audio_bitrate: 100 }, 'audio_bitrate'],
  ])('%s with %o', (audio_codec, options, named) => {
    expect(outcome('mp4', { audio_codec, ...options }, film({})).named).toContain(named);
  });

  it.each([
    [{ width: 101 }, 'width'],
    [{ height: 101 }, 'height'],
    [{ crop_origin_x: 600, crop_width: 100 }, 'crop_width'],
    [{ crop_origin_y: 400, crop_height: 100 }, 'crop_height'],
  ])('%o', (options, named) => expect(outcome('mp4', options, film({})).named).toContain(named));
});

describe('what a copied picture does not go with', () => {
  it.each([{ deinterlace: 'always' }, { subtitles: 'burn' }, { hdr: 'sdr' }, { effort: 'fast' }, { speed: 2 }])(
    '%o',
    (options) => {
      const made = outcome('mkv', { video_codec: 'copy', ...options }, film({}));
      expect([made.args, made.named]).toEqual(['refused', expect.arrayContaining(Object.keys(options))]);
    },
  );

  it.each([{ deinterlace: 'never' }, { subtitles: 'keep' }, { hdr: 'keep' }, { effort: 'balanced' }, { speed: 1 }])(
    'but with %o',
    (options) => expect(outcome('mkv', { video_codec: 'copy', ...options }, film({})).args).toContain('-c:v:0 copy'),
  );
});
