import { conflict, unsupported } from '../../../tools/programs/ffmpeg/issues.ts';
import { editWarning, isSoundEdited } from '../../../tools/programs/ffmpeg/probe/edited.ts';
import type { Encoder, Encoding, EncodingRequest } from '../encoding.ts';
import type { AudioOptions } from '../read-options.ts';

/** Codecs, by ffprobe's names, whose packets a container accepts. ffmpeg itself checks this only for some. */
const COPYABLE: Readonly<Record<string, readonly string[]>> = {
  ipod: ['aac', 'alac'],
  ogg: ['vorbis', 'opus', 'speex', 'flac'],
  // biome-ignore format: a list of short names
  matroska: [
    'aac', 'ac3', 'alac', 'dts', 'eac3', 'flac', 'mp2', 'mp3', 'opus', 'pcm_f32le', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'truehd', 'tta',
    'vorbis', 'wavpack',
  ],
  asf: ['wmav1', 'wmav2', 'wmapro', 'wmavoice', 'wmalossless'],
};

/**
 * Copies the packets of the source. Throws `option_unsupported` if the container cannot hold them, and `option_conflict` for every option
 * that requires decoding.
 */
export const encodeCopy: Encoder = ({ options, source, container }: EncodingRequest): Encoding => {
  const { audio } = source;
  const possible = COPYABLE[container.muxer] ?? [];
  if (!possible.includes(audio.codec)) {
    const reason = `the sound of the input is ${audio.codec}, and ${container.name} files hold ${possible.join(', ')} only`;
    throw unsupported({ option: 'audio_codec', value: 'copy' }, reason, ['another audio_codec']);
  }
  const demanding = demandingOptions(options, audio.sampleRate, audio.channels);
  if (demanding !== undefined) {
    throw conflict(
      ['audio_codec', demanding],
      `audio_codec copy keeps the sound as it is, and ${demanding} would change it`,
    );
  }
  return {
    method: { by: 'copy' },
    codec: audio.codec,
    sampleRate: audio.sampleRate,
    channels: { count: audio.channels, remix: null },
    nominalBitrate: null,
    unclipped: true,
    exact: true,
    warnings: editWarning('audio_codec', isSoundEdited(audio, container)),
  };
};

/** Returns the first option that cannot be honoured without decoding. */
function demandingOptions(options: AudioOptions, sampleRate: number, channels: number): string | undefined {
  const demands: readonly (readonly [string, boolean])[] = [
    ['frequency', options.frequency !== null && options.frequency !== sampleRate],
    ['channels', options.channels !== null && (options.channels === 'mono' ? 1 : 2) !== channels],
    ['audio_bitrate', options.bitrate !== null],
    ['audio_vbr', options.vbr !== null],
    ['normalize', options.normalize !== null],
    ['start', options.start !== null && options.start > 0],
    ['end', options.end !== null],
    ['trim_silence', options.trimSilence],
    ['remove_silence', options.removeSilence !== null],
    ['speed', options.speed !== 1],
    ['volume', options.volume !== 1],
    ['fade_in', options.fadeIn > 0],
    ['fade_out', options.fadeOut > 0],
  ];
  return demands.find(([, demanded]) => demanded)?.[0];
}
