import { limited, noEffect, type Warning } from '../../../tools/programs/ffmpeg/issues.ts';
import { dynamicRange, type PictureTrack } from '../../../tools/programs/ffmpeg/probe/film.ts';
import type { Container } from '../containers.ts';
import { TO_SDR } from '../picture-plan.ts';
import { encoderArguments, type PictureWay } from '../picture-way.ts';
import { USUAL_QUALITY } from '../plan.ts';
import type { FilmOptions } from '../read-options.ts';
import { hasEffort } from '../video-codecs.ts';
import type { NodeAccess } from './device.ts';
import {
  deviceArguments,
  HARDWARE_NAMES,
  type HardwareCodec,
  type HardwareKind,
  hardwareEncoder,
  LARGEST,
  SMALLEST,
} from './encoders.ts';

type Encoded = Extract<PictureWay, { by: 'encode' }>;

/** What is encoded, and how software would do it. */
export interface Planned {
  readonly way: PictureWay;
  readonly track: PictureTrack;
  readonly options: FilmOptions;
  readonly container: Container;
}

/** Returns the codec of a picture that hardware may encode. Null: it is copied, or only software can do what is asked. */
export function hardwareCodec({ way, options }: Planned): HardwareCodec | null {
  if (way.by === 'copy' || !(way.encoder.codec in LARGEST)) return null;
  const codec = way.encoder.codec as HardwareCodec;
  const { width, height } = way.plan.size;
  const fits = Math.min(width, height) >= SMALLEST && Math.max(width, height) <= LARGEST[codec];
  // A value of crf applies to the software encoder.
  return fits && options.budget?.by !== 'crf' ? codec : null;
}

/** Returns whether a picture keeps its high dynamic range. */
export const keepsRange = ({ way, track }: Planned): boolean =>
  way.by === 'encode' && dynamicRange(track.color) !== null && !way.plan.filters.includes(TO_SDR[0]);

export const RANGE_IN_SOFTWARE = limited(
  'The picture was encoded in software, not by the hardware of this installation: its high dynamic range is kept by encoders in software alone.',
  { option: 'hdr' },
);

/** Returns the picture's way, encoded by a device instead of software. */
export function hardwareWay(
  { way, options, container }: Planned,
  { kind, access, codec }: { readonly kind: HardwareKind; readonly access: NodeAccess; readonly codec: HardwareCodec },
): { way: Encoded; warnings: readonly Warning[] } {
  if (way.by === 'copy') throw new Error('what is copied is not encoded');
  const encoder = hardwareEncoder(kind, codec);
  const { open, upload } = deviceArguments(kind, access.device);
  const isDeep = way.plan.filters.at(-1) === `format=${way.encoder.pixels.deep}`;
  const pixels = (isDeep ? encoder.pixels.deep : null) ?? encoder.pixels.usual;
  const budget =
    way.kbps === null
      ? { by: 'quality' as const, quality: options.budget?.by === 'quality' ? options.budget.quality : USUAL_QUALITY }
      : { by: 'bitrate' as const, kbps: way.kbps };
  const isInVain = options.effort !== 'balanced' && !hasEffort(encoder);
  return {
    way: {
      ...way,
      encoder,
      plan: { ...way.plan, filters: [...way.plan.filters.slice(0, -1), `format=${pixels}`, ...upload] },
      arguments: encoderArguments(encoder, options, { ...budget, most: null }, container),
      passes: 1,
      device: { arguments: open, allow: access.allow, readable: access.readable },
    },
    warnings: isInVain ? [noEffect('effort', `the hardware encoder (${HARDWARE_NAMES[kind]}) has no such choice`)] : [],
  };
}
