import { expect, it } from 'vitest';
import type { FilmRun } from '../../../engines/video/arguments.ts';
import { CONTAINERS } from '../../../engines/video/containers.ts';
import { mostParts, partArguments, partsOf } from '../../../engines/video/parts/plan-parts.ts';
import { planFilm } from '../../../engines/video/plan.ts';
import { readFilmOptions } from '../../../engines/video/read-options.ts';
import { filmSource } from '../../../engines/video/sources.ts';
import type { PictureTrack } from '../../../tools/programs/ffmpeg/probe/film.ts';
import { film, NO_EXTRAS, picture } from './films.ts';

function run(target: 'ogv' | 'webm' | 'mp4' | 'avi', values: object, more: Partial<PictureTrack> = {}): FilmRun {
  const source = film({ picture: picture(more) });
  const options = readFilmOptions(values);
  const container = CONTAINERS[target];
  const plan = planFilm(source, options, container);
  const subtitles = options.subtitles === 'burn' ? { by: 'burn', file: 'a.ass' } : { by: 'none' };
  const sources = [filmSource('/in', source)];
  return { film: source, sources, mixture: null, options, plan, container, subtitles, extras: NO_EXTRAS } as FilmRun;
}

it('100 seconds have five parts at most, of whole frames that follow each other', () => {
  const whole = run('ogv', {});
  expect(mostParts(whole)).toBe(5);
  const parts = partsOf(whole, 5, 2);
  expect(parts.map(({ first }) => first)).toEqual([0, 480, 959, 1439, 1918]);
  expect(parts.map(({ end }) => end)).toEqual([480, 959, 1439, 1918, null]);
  expect(parts.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(100, 1);
});

it('a border lies half a frame before its frame, counted from whole seconds', () => {
  const args = partArguments(run('ogv', {}, { begins: 0.25 }), { first: 480, end: 959, seconds: 19.98 }, '/out');
  expect(args[args.indexOf('-ss') + 1]).toBe('19');
  const frame = 1001 / 24_000;
  const first = 0.25 + 480 * frame - 19;
  const filters = args[args.indexOf('-filter:v:0') + 1]?.split(',') ?? [];
  expect(filters[0]).toBe(`trim=start=${(first - frame / 2).toFixed(6)}:end=${(first + 478.5 * frame).toFixed(6)}`);
  expect(filters[1]).toBe(`setpts=PTS-${first.toFixed(6)}/TB`);
});

it.each([
  ['an encoder that uses all cores', run('mp4', {})],
  ['two passes', run('ogv', { video_bitrate: 500 })],
  ['a film that is cut', run('ogv', { start: '00:00:10' })],
  ['another speed', run('ogv', { speed: 2 })],
  ['even distances', run('ogv', { fps: 10 })],
  ['a filter that looks at neighbours', run('ogv', { denoise: 'light' })],
  ['interlaced frames', run('ogv', {}, { isInterlaced: true })],
  ['a text over it', run('ogv', { watermark: 'DRAFT' })],
  ['subtitles that are drawn', run('ogv', { subtitles: 'burn' })],
  ['frames at uneven times', run('ogv', {}, { isVariable: true })],
  ['a film without an index', { ...run('ogv', {}), film: film({ formats: ['mpegts'] }) }],
  ['AVI, which counts frames', run('avi', {})],
  ['frames at unknown times', run('ogv', {}, { rate: null })],
])('%s: not in parts', (_, whole) => expect(mostParts(whole)).toBe(1));
