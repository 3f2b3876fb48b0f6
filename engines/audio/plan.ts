import { ConversionError } from '../../src/task/errors.ts';
import { conflict } from '../../tools/programs/ffmpeg/issues.ts';
import type { SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';
import { type AudioTarget, CONTAINERS } from './containers.ts';
import { encodeAac } from './encoders/aac.ts';
import { encodeAc3, encodeEac3 } from './encoders/ac3.ts';
import { encodeAlac } from './encoders/alac.ts';
import { encodeAmrNarrow, encodeAmrWide } from './encoders/amr.ts';
import { encodeCopy } from './encoders/copy.ts';
import { encodeFlac, encodeOggFlac } from './encoders/flac.ts';
import { encodeHeAac1, encodeHeAac2 } from './encoders/he-aac.ts';
import { encodeMmf } from './encoders/mmf.ts';
import { encodeMp3 } from './encoders/mp3.ts';
import { encodeOpus } from './encoders/opus.ts';
import { encodeAiff, encodeAu, encodePcm, encodeWav } from './encoders/pcm.ts';
import { encodeSpeex } from './encoders/speex.ts';
import { encodeVorbis } from './encoders/vorbis.ts';
import { encodeWma1, encodeWma2 } from './encoders/wma.ts';
import type { Container, Encoder, Encoding } from './encoding.ts';
import type { AudioOptions } from './read-options.ts';

/** The encoders of each target by the value of `audio_codec`; the first is used if none is given. */
const ENCODERS: Readonly<Record<AudioTarget, Readonly<Record<string, Encoder>>>> = {
  aac: { aac: encodeAac, heaac1: encodeHeAac1, heaac2: encodeHeAac2 },
  ac3: { ac3: encodeAc3 },
  aiff: { pcm: encodeAiff },
  amr: { amr_nb: encodeAmrNarrow, amr_wb: encodeAmrWide },
  au: { pcm: encodeAu },
  caf: { pcm: encodePcm, alac: encodeAlac },
  eac3: { eac3: encodeEac3 },
  flac: { flac: encodeFlac },
  m4a: { aac: encodeAac, heaac1: encodeHeAac1, heaac2: encodeHeAac2, alac: encodeAlac, copy: encodeCopy },
  m4b: { aac: encodeAac, heaac1: encodeHeAac1, heaac2: encodeHeAac2, alac: encodeAlac, copy: encodeCopy },
  m4r: { aac: encodeAac, heaac1: encodeHeAac1, heaac2: encodeHeAac2, alac: encodeAlac, copy: encodeCopy },
  mka: {
    opus: encodeOpus,
    vorbis: encodeVorbis,
    flac: encodeOggFlac,
    ac3: encodeAc3,
    pcm: encodePcm,
    copy: encodeCopy,
  },
  mmf: { adpcm: encodeMmf },
  mp3: { mp3: encodeMp3 },
  ogg: { vorbis: encodeVorbis, opus: encodeOpus, flac: encodeOggFlac, speex: encodeSpeex, copy: encodeCopy },
  opus: { opus: encodeOpus },
  wav: { pcm: encodeWav },
  wma: { wma2: encodeWma2, wma1: encodeWma1, copy: encodeCopy },
};

export interface Plan {
  readonly container: Container;
  readonly encoding: Encoding;
}

/**
 * Decides how a target is made from a source, without side effects, from documented and measured facts about each encoder. Throws
 * ConversionError `option_unsupported` or `option_conflict` for what is not available.
 */
export function planEncoding(target: AudioTarget, options: AudioOptions, source: SourceFacts): Plan {
  const container: Container = CONTAINERS[target];
  const encoders = ENCODERS[target];
  const codec = options.codec ?? Object.keys(encoders)[0] ?? '';
  const encoder = encoders[codec];
  if (encoder === undefined) {
    throw new ConversionError('option_invalid', `Target ${target} has no audio_codec ${codec}.`, {
      details: { option: 'audio_codec', value: codec, allowed: Object.keys(encoders) },
    });
  }
  if (options.vbr !== null && target === 'ogg' && codec !== 'vorbis') {
    throw conflict(['audio_vbr', 'audio_codec'], 'audio_vbr works with audio_codec vorbis only');
  }
  return { container, encoding: encoder({ options, source, container }) };
}
