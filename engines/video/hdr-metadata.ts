import { limited, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { dynamicRange, type PictureTrack } from '../../tools/programs/ffmpeg/probe/film.ts';
import type { HdrMetadata, Mastering } from '../../tools/programs/ffmpeg/probe/hdr-metadata.ts';
import { TO_SDR } from './picture-plan.ts';
import type { PictureWay } from './picture-way.ts';

/** Whether the result is encoded with a high dynamic range, so that the HDR10 metadata has to be passed on. */
export const encodesHdrMetadata = (picture: PictureTrack, way: PictureWay): boolean =>
  way.by === 'encode' &&
  way.encoder.hdr &&
  dynamicRange(picture.color) === 'pq' &&
  !way.plan.filters.includes(TO_SDR[0]);

/** Passes the mastering display and the light levels to the encoder; warns of those that it cannot write. */
export function withHdrMetadata(
  way: PictureWay,
  metadata: HdrMetadata,
): { way: PictureWay; warnings: readonly Warning[] } {
  if (way.by === 'copy') return { way, warnings: [] };
  const { mastering, content, dynamic } = metadata;
  const frames = `What ${dynamic.join(' and ')} say of single frames was left out: encoders here write none of it.`;
  const warnings = dynamic.length === 0 ? [] : [limited(frames, { metadata: dynamic })];
  if (mastering === null && content === null) return { way, warnings };
  const args = ARGUMENTS[way.encoder.encoder]?.(way.arguments, metadata);
  if (args !== undefined) return { way: { ...way, arguments: args }, warnings };
  const message = `The mastering display and light levels (HDR10) were left out: ${way.encoder.codec} is written without them here; h265 and av1 keep them.`;
  return { way, warnings: [...warnings, limited(message, { metadata: ['HDR10'] })] };
}

/** Returns the arguments of an encoder with the HDR10 metadata, by ffmpeg's name of the encoder. */
const ARGUMENTS: Readonly<Record<string, (args: readonly string[], metadata: HdrMetadata) => string[]>> = {
  libx265: (args, metadata) => extended(args, '-x265-params', x265(metadata)),
  libsvtav1: (args, metadata) => extended(args, '-svtav1-params', svtAv1(metadata)),
};

/** Adds to the list of parameters, joined by colons: a second list would replace the first. */
function extended(args: readonly string[], option: string, more: readonly string[]): string[] {
  const at = args.indexOf(option);
  if (at < 0) return [...args, option, more.join(':')];
  return args.map((argument, index) => (index === at + 1 ? [argument, ...more].join(':') : argument));
}

/** Units of 0.00002 and 0.0001 cd/m² (x265: --master-display). */
function x265({ mastering, content }: HdrMetadata): string[] {
  const place = ([x, y]: readonly [number, number]) => `${Math.round(x * 50_000)},${Math.round(y * 50_000)}`;
  const luminance = (value: number) => Math.round(value * 10_000);
  return [
    ...['hdr10=1', 'repeat-headers=1'],
    ...(mastering === null ? [] : [`master-display=${display(mastering, place, luminance)}`]),
    ...(content === null ? [] : [`max-cll=${content.most},${content.average}`]),
  ];
}

/** In the units themselves (SVT-AV1: mastering-display). */
function svtAv1({ mastering, content }: HdrMetadata): string[] {
  const place = ([x, y]: readonly [number, number]) => `${x.toFixed(5)},${y.toFixed(5)}`;
  return [
    ...(mastering === null ? [] : [`mastering-display=${display(mastering, place, (value) => value.toFixed(4))}`]),
    ...(content === null ? [] : [`content-light=${content.most},${content.average}`]),
  ];
}

function display(
  { red, green, blue, white, darkest, brightest }: Mastering,
  place: (at: readonly [number, number]) => string,
  luminance: (value: number) => number | string,
): string {
  const light = `${luminance(brightest)},${luminance(darkest)}`;
  return `G(${place(green)})B(${place(blue)})R(${place(red)})WP(${place(white)})L(${light})`;
}
