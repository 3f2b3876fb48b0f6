import { adjusted, limited, noEffect, unsupported, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { editWarning, isSoundEdited, silentPauses } from '../../tools/programs/ffmpeg/probe/edited.ts';
import type { Film, SoundTrack } from '../../tools/programs/ffmpeg/probe/film.ts';
import { speedFilters } from '../../tools/programs/ffmpeg/sound/sound-filters.ts';
import { AUDIO_ENCODERS, type AudioEncoder, kbpsFor, rateFor } from './audio-codecs.ts';
import { type AudioCodec, type Container, cannotCopy } from './containers.ts';
import type { FilmOptions } from './read-options.ts';

/** How one audio track gets into the result. */
export type SoundWay =
  | { readonly by: 'copy'; readonly track: SoundTrack }
  | {
      readonly by: 'encode';
      readonly track: SoundTrack;
      readonly encoder: AudioEncoder;
      readonly channels: number;
      /** Hz. */
      readonly rate: number;
      /** Bitrate in kbit/s. Null for a lossless codec. */
      readonly kbps: number | null;
      readonly filters: readonly string[];
    };

export interface SoundPlan {
  readonly ways: readonly SoundWay[];
  readonly warnings: readonly Warning[];
}

/** Plans the sound of a film. Throws ConversionError `option_unsupported`. */
export function planSounds(film: Film, options: FilmOptions, container: Container): SoundPlan {
  if (options.audioCodec === 'none') return { ways: [], warnings: [] };
  if (film.sounds.length === 0) return { ways: [], warnings: silentWarnings(options) };
  const usual = film.sounds.find(({ isUsual }) => isUsual) ?? film.sounds[0];
  const tracks = container.manySounds ? film.sounds : film.sounds.filter((track) => track === usual);
  const lost = film.sounds.length - tracks.length;
  const message = `${container.name} files made here have one track of sound: ${lost} of ${film.sounds.length} were left out.`;
  const warnings = lost > 0 ? [limited(message, { tracks: lost })] : [];
  const ways = tracks.map((track) => soundWay(track, options, container));
  const isCopied = options.audioCodec === 'copy' && tracks.some((track) => isSoundEdited(track, container));
  return {
    ways,
    warnings: [
      ...warnings,
      ...editWarning('audio_codec', isCopied),
      ...mixWarnings(ways, options),
      ...adjustments(ways, options),
    ],
  };
}

/** Warns of sound options for a film without sound. */
function silentWarnings({ audioCodec, audioBitrate, channels, frequency, normalize }: FilmOptions): Warning[] {
  const given = { audio_codec: audioCodec, audio_bitrate: audioBitrate, channels, frequency, normalize };
  return Object.entries(given).flatMap(([option, value]) =>
    value === null ? [] : [noEffect(option, 'the video has no sound')],
  );
}

function soundWay(track: SoundTrack, options: FilmOptions, container: Container): SoundWay {
  const isHeld = container.holdsAudio.has(track.codec) && !isTooSlow(track.codec, track.sampleRate, container);
  if (options.audioCodec === 'copy') {
    if (!isHeld) throw cannotCopy('audio_codec', track.codec, container, container.holdsAudio);
    return { by: 'copy', track };
  }
  const { name, encoder } = encoderOf(options, container);
  const { audioBitrate, channels, frequency, speed, start, budget, normalize } = options;
  const isForm = audioBitrate !== null || channels !== null || frequency !== null;
  const isChanged = isForm || normalize !== null || speed !== 1 || start > 0 || isSoundEdited(track, container);
  const isWanted = options.audioCodec === null || encoder.codec === track.codec;
  if (isHeld && isWanted && !isChanged && budget?.by !== 'size') return { by: 'copy', track };
  const count = Math.min(channels ?? track.channels, encoder.mostChannels);
  if (audioBitrate !== null && encoder.kbps === null) {
    const reason = `${name} loses nothing, so it has no bitrate`;
    throw unsupported({ option: 'audio_bitrate', value: audioBitrate }, reason, []);
  }
  const rate = rateFor(encoder, frequency ?? track.sampleRate);
  return {
    by: 'encode',
    track,
    encoder,
    channels: count,
    rate: isTooSlow(encoder.codec, rate, container) ? LOWEST_MP3_HZ : rate,
    kbps: kbpsFor(encoder, count, audioBitrate),
    filters: [...silentPauses(track, start), ...speedFilters(speed)],
  };
}

/** Lowest rate of MP3 in MP4. */
const LOWEST_MP3_HZ = 16_000;

const isTooSlow = (codec: string, rate: number, { muxer }: Container): boolean =>
  codec === 'mp3' && muxer === 'mp4' && rate < LOWEST_MP3_HZ;

function encoderOf({ audioCodec }: FilmOptions, { audio }: Container): { name: AudioCodec; encoder: AudioEncoder } {
  const name = audioCodec === null || audioCodec === 'none' || audioCodec === 'copy' ? audio : audioCodec;
  return { name, encoder: AUDIO_ENCODERS[name] };
}

/** Warns of mixing that was not requested. */
function mixWarnings(ways: readonly SoundWay[], { channels }: FilmOptions): Warning[] {
  const mixed = ways.find((way) => way.by === 'encode' && way.channels < way.track.channels);
  if (mixed?.by !== 'encode' || channels !== null) return [];
  const message = `The sound has ${mixed.track.channels} channels, which its codec has not here; they were mixed to ${mixed.channels}.`;
  return [limited(message, { channels: mixed.channels })];
}

/** Warns of sample rates and bitrates that the codec does not have, for the first track that is affected. */
function adjustments(ways: readonly SoundWay[], { frequency, audioBitrate }: FilmOptions): Warning[] {
  const encoded = ways.filter((way) => way.by === 'encode');
  const otherRate = encoded.find(({ rate }) => frequency !== null && rate !== frequency);
  const otherBitrate = encoded.find(({ kbps }) => audioBitrate !== null && kbps !== audioBitrate);
  return [
    ...(otherRate === undefined
      ? []
      : [
          adjusted(
            { option: 'frequency', value: `${frequency} Hz` },
            `${otherRate.rate} Hz`,
            `${otherRate.encoder.codec} has no such rate`,
          ),
        ]),
    ...(otherBitrate === undefined
      ? []
      : [
          adjusted(
            { option: 'audio_bitrate', value: `${audioBitrate} kbit/s` },
            `${otherBitrate.kbps} kbit/s`,
            `${otherBitrate.encoder.codec} has no such bitrate`,
          ),
        ]),
  ];
}
