import type { AudioTarget } from '../../../engines/audio/containers.ts';
import type { ErrorCode, WarningCode } from '../../../src/task/codes.ts';
import type { OptionValues } from '../../../src/task/types.ts';

/** What has to come of one value of one option. */
export type Outcome =
  /** The result shows the value. `other`: warnings that are right all the same. */
  | { readonly is: 'honoured'; readonly shows: Shows; readonly other?: readonly WarningCode[] }
  /** The result shows the nearest value, and a warning names the option. */
  | { readonly is: 'adjusted'; readonly shows: Shows; readonly code?: WarningCode }
  | { readonly is: 'without effect' }
  | { readonly is: 'refused'; readonly code: ErrorCode };

/** What an independent program has to find in the result. Rates in Hz, bitrates in kbit/s, times in seconds. */
export interface Shows {
  readonly codec?: string;
  readonly profile?: string;
  /** What the headers of raw AAC frames say; HE-AAC codes half the sample rate, and version 2 one channel. */
  readonly adts?: { readonly sampleRate: number; readonly channels: number };
  readonly sampleRate?: number;
  readonly channels?: number;
  readonly bits?: number;
  /** Within a fifth: encoders only approach a bitrate. `atLeast`: what is asked is less than the sound needs. */
  readonly bitrate?: number;
  /** What the header of a Vorbis file says its bitrate is. */
  readonly nominalBitrate?: number;
  /** Same size as what LAME makes of the same sound at this quality. */
  readonly lameQuality?: number;
  readonly pictures?: number;
  readonly duration?: number;
  readonly pitch?: number;
  /** LUFS, within 0.3. */
  readonly loudness?: number;
  readonly atMostRange?: number;
  readonly atMostTruePeak?: number;
  readonly rms?: number;
  readonly peak?: number;
  /** So many seconds at an end rise from silence, or fall to it; 0: they do not. */
  readonly fadesIn?: number;
  readonly fadesOut?: number;
  /** Where the format has tags at all. */
  readonly tag?: readonly [name: string, value: string];
  /** Decoded samples are those of the input. */
  readonly sameSound?: true;
}

export type Input = 'quiet ends' | 'noise' | 'steps' | 'loud' | 'tagged' | 'copyable' | 'text';

export interface Row {
  readonly outcome: Outcome;
  /** Fixture; default: noise. */
  readonly input?: Input;
  /** Options next to the one that is tried. */
  readonly beside?: OptionValues;
}

type Value = string | number | boolean;
type Rule = (value: Value) => Row;

const honoured = (shows: Shows, other: readonly WarningCode[] = []): Row => ({
  outcome: { is: 'honoured', shows, other },
});
const adjusted = (shows: Shows, code: WarningCode = 'option_adjusted'): Row => ({
  outcome: { is: 'adjusted', shows, code },
});
const withoutEffect: Row = { outcome: { is: 'without effect' } };
const refused = (code: ErrorCode): Row => ({ outcome: { is: 'refused', code } });
const on = (input: Input, row: Row, beside: OptionValues = {}): Row => ({ ...row, input, beside });

const sampleRate: Rule = (value) => honoured({ sampleRate: Number(value) });

/** AAC starts at 8000 Hz (7350 is in no list of the interface). */
const aacSampleRate: Rule = (value) => (value === 1000 ? adjusted({ sampleRate: 8000 }) : sampleRate(value));

/** An Opus file plays at 48000 Hz, so every lower rate is told of. */
const opusSampleRate: Rule = (value) =>
  value === 48000 ? honoured({ sampleRate: 48000 }) : adjusted({ sampleRate: Number(value) }, 'output_limited');

/** The fixture is noise at 44100 Hz, stereo. ffmpeg's AAC needs 29 kbit/s for that at least. */
const aacBitrate: Rule = (value) => (Number(value) < 24 ? adjusted({}) : honoured({ bitrate: Number(value) }));

/** In MPEG-4 the actual bitrate is known: the encoder needs 28 kbit/s for this noise, and a warning says so. */
const mpeg4Bitrate: Rule = (value) =>
  value === 24 ? honoured({ bitrate: 24 }, ['option_adjusted']) : aacBitrate(value);

/** MPEG-1 layer III (44100 Hz) has these rates; of two as near the higher one is taken. */
const mp3Bitrate: Rule = (value) => {
  if (Number(value) < 32) return adjusted({ bitrate: 32 });
  return value === 144 ? adjusted({ bitrate: 160 }) : honoured({ bitrate: Number(value) });
};

/** libvorbis manages 45 to 500 kbit/s at 44100 Hz stereo. It may then miss a rate that it accepted. */
const vorbisBitrate: Rule = (value) => {
  if (Number(value) < 45) return adjusted({ nominalBitrate: 45 });
  return honoured({ nominalBitrate: Number(value) }, ['option_adjusted']);
};

const wmaBitrate: Rule = (value) =>
  Number(value) < 24 ? adjusted({ bitrate: 24 }) : honoured({ bitrate: Number(value) });

const bitrate: Rule = (value) => honoured({ bitrate: Number(value) });

const channels: Rule = (value) => honoured({ channels: value === 'mono' ? 1 : 2 });

const remove_coverart: Rule = (value) => on('tagged', honoured({ pictures: value === true ? 0 : 1 }));

const LAME_QUALITY: Readonly<Record<number, number>> = {
  65: 9,
  85: 8,
  100: 7,
  115: 6,
  130: 5,
  160: 4,
  165: 4,
  175: 3,
  190: 2,
  225: 1,
  245: 0,
};

const MPEG4_CODECS: Readonly<Record<string, Row>> = {
  aac: honoured({ codec: 'aac', profile: 'LC' }),
  heaac1: honoured({ codec: 'aac', profile: 'HE-AAC' }),
  heaac2: honoured({ codec: 'aac', profile: 'HE-AACv2' }),
  alac: honoured({ codec: 'alac', sameSound: true }),
  copy: on('copyable', honoured({ codec: 'aac', sameSound: true })),
};

const fromTable =
  (table: Readonly<Record<string, Row>>): Rule =>
  (value) => {
    const row = table[String(value)];
    if (row === undefined) throw new Error(`the policy table has no row for ${value}`);
    return row;
  };

const WAV_FORMATS = ['alaw', 'mulaw', 'u8', 's16le', 's24le', 's32le', 'f32le', 'f64le'].map((name) => `pcm_${name}`);

/** The loud fixture: noise of -20 dB RMS whose peaks, at -4 dB, leave room for a gain of 1 dB or so. */
const NORMALIZE: Readonly<Record<string, Rule>> = {
  normalize: (value) => on('loud', value === true ? honoured({ loudness: -23 }) : honoured({})),
  normalize_type: (value) => {
    const shows: Readonly<Record<string, Shows>> = { ebu: { loudness: -23 }, rms: { rms: -23 }, peak: { peak: -23 } };
    return on('loud', honoured(shows[String(value)] ?? {}), { normalize: true });
  },
  normalize_target_level: (value) =>
    // A lossy codec changes single peaks: the warning says to what.
    on('loud', honoured({ peak: Number(value) }, ['option_adjusted']), { normalize: true, normalize_type: 'peak' }),
  normalize_target_level_ebu: (value) => on('loud', honoured({ loudness: Number(value) }), { normalize: true }),
  normalize_loudness_range_target_ebu: (value) =>
    on('loud', honoured({ loudness: -23, atMostRange: Number(value) + 1 }), { normalize: true }),
  normalize_true_peak_ebu: (value) =>
    on('loud', honoured({ loudness: -16, atMostTruePeak: Number(value) }), {
      normalize: true,
      normalize_target_level_ebu: -16,
    }),
};

/** How long espeak-ng takes to say the text of the fixture. */
const READ_SECONDS = 0.9;

/** Options of every target. */
export const AUDIO_WIDE: Readonly<Record<string, Rule>> = {
  ...NORMALIZE,
  // Three seconds of 400, 800 and 1600 Hz.
  start: (value) => {
    const rows: Readonly<Record<string, Row>> = {
      '00:00:00': honoured({ duration: 3 }),
      '00:00:02': honoured({ duration: 1, pitch: 1600 }),
      '00:00:03': refused('option_unsupported'),
      '01:02:03': refused('option_unsupported'),
    };
    return on('steps', fromTable(rows)(value));
  },
  end: (value) => {
    const rows: Readonly<Record<string, Row>> = {
      '00:00:01': honoured({ duration: 1, pitch: 400 }),
      '00:00:03': honoured({ duration: 3 }),
      '00:10:00': adjusted({ duration: 3 }),
    };
    return on('steps', fromTable(rows)(value));
  },
  // With one input, there is no picture to take; cover.detail.ts gives two.
  cover: (value) => (value === true ? refused('input_count') : honoured({})),
  // With one input, there is nothing to join; merge.detail.ts gives two.
  merge: () => on('steps', honoured({ duration: 3 })),
  audio_track: (value) => (value === 1 ? on('steps', honoured({ duration: 3 })) : refused('option_unsupported')),
  // Half a second of silence, a second of 660 Hz, half a second of silence.
  trim_silence: (value) => on('quiet ends', honoured({ duration: value === true ? 1 : 2 })),
  // All but its middle is silent; the threshold is beyond the tone, whose peaks are at -18 dB.
  remove_silence: (value) => on('quiet ends', honoured({ duration: value === 0.4 ? 1 : 2 })),
  silence_threshold: (value) =>
    on('quiet ends', honoured({ duration: value === -30 ? 1 : 2 }, ['output_limited']), { trim_silence: true }),
  // A tone of 800 Hz: its pitch stays.
  speed: (value) =>
    on('steps', honoured({ duration: 1 / Number(value), pitch: 800 }), { start: '00:00:01', end: '00:00:02' }),
  // Its tones are sines with a peak of -9 dB in each channel.
  volume: (value) => on('steps', honoured({ rms: -12.05 + 20 * Math.log10(Number(value) / 100) })),
  fade_in: (value) => on('steps', honoured({ fadesIn: Number(value) })),
  fade_out: (value) => on('steps', honoured({ fadesOut: Number(value) })),
  ...Object.fromEntries(
    ['title', 'artist', 'album', 'album_artist', 'genre', 'date', 'track', 'comment'].map((tag) => [
      `tag_${tag}`,
      (value: Value) => on('tagged', honoured({ tag: [tag, String(value)] })),
    ]),
  ),
  // Without effect on sound; the other voice is asked to read a text.
  language_tts: (value) => (value === 'en-GB' ? withoutEffect : on('text', honoured({ duration: READ_SECONDS }))),
  // No folder of models is set: test/tools/programs/speech/tts/neural.detail.ts has one.
  tts_voice: (value) => {
    const row = value === 'neural' ? refused('speech_model_unavailable') : honoured({ duration: READ_SECONDS });
    return on('text', row, { language_tts: 'en-US' });
  },
};

/** Values to try of options that are no enumeration. */
export const SAMPLES: Readonly<Record<string, readonly Value[]>> = {
  normalize: [true, false],
  normalize_target_level: [-30],
  normalize_target_level_ebu: [-18.5],
  normalize_loudness_range_target_ebu: [7],
  normalize_true_peak_ebu: [-6],
  start: ['00:00:00', '00:00:02', '00:00:03', '01:02:03'],
  end: ['00:00:01', '00:00:03', '00:10:00'],
  remove_coverart: [true, false],
  audio_track: [1, 2],
  cover: [true, false],
  merge: [true, false],
  trim_silence: [true, false],
  remove_silence: [0.4, 0.6],
  silence_threshold: [-30, -10],
  speed: [0.5, 2],
  volume: [50, 150],
  fade_in: [0, 1],
  fade_out: [0, 1],
  tag_title: ['Été “one” = two; #3'],
  tag_artist: ['Someone Else'],
  tag_album: ['Sides'],
  tag_album_artist: ['Several'],
  tag_genre: ['Blues'],
  tag_date: ['1999'],
  tag_track: ['4/7'],
  tag_comment: ['none'],
};

/** Options of targets that keep no pictures. */
const NO_COVER = {
  cover: (value: Value) => (value === true ? refused('option_unsupported') : honoured({})),
};

/** Every option of every audio target of the catalog, bar those of all categories. */
export const POLICY: Readonly<Record<AudioTarget, Readonly<Record<string, Rule>>>> = {
  aac: {
    ...AUDIO_WIDE,
    ...NO_COVER,
    audio_codec: fromTable({
      aac: honoured({ codec: 'aac', adts: { sampleRate: 44100, channels: 2 } }),
      heaac1: honoured({ codec: 'aac', adts: { sampleRate: 22050, channels: 2 } }),
      heaac2: honoured({ codec: 'aac', adts: { sampleRate: 22050, channels: 1 } }),
    }),
    frequency: sampleRate,
    audio_bitrate: aacBitrate,
    channels,
  },
  ac3: { ...AUDIO_WIDE, ...NO_COVER, frequency: sampleRate, audio_bitrate: bitrate, channels },
  aiff: { ...AUDIO_WIDE, frequency: sampleRate, audio_bitrate: () => withoutEffect, remove_coverart, channels },
  amr: {
    ...AUDIO_WIDE,
    ...NO_COVER,
    audio_codec: fromTable({ amr_nb: honoured({ codec: 'amr_nb' }), amr_wb: honoured({ codec: 'amr_wb' }) }),
    // Its levels are not those of the samples: what ffmpeg's own filter and this encoder make of them.
    volume: (value) => on('steps', honoured({ rms: value === 50 ? -22.98 : -9.86 })),
    // AMR makes this noise quieter, of which a warning says how loud it is, and its peaks higher.
    normalize_true_peak_ebu: () =>
      on('loud', honoured({ loudness: -17 }), { normalize: true, normalize_target_level_ebu: -16 }),
  },
  au: {
    ...AUDIO_WIDE,
    ...NO_COVER,
    frequency: sampleRate,
    audio_bitdepth: fromTable({
      8: honoured({ codec: 'pcm_s8' }),
      16: honoured({ codec: 'pcm_s16be' }),
      24: honoured({ codec: 'pcm_s24be' }),
      32: honoured({ codec: 'pcm_s32be' }),
    }),
    channels,
  },
  caf: {
    ...AUDIO_WIDE,
    ...NO_COVER,
    audio_codec: fromTable({
      pcm: honoured({ codec: 'pcm_s16le', sameSound: true }),
      alac: honoured({ codec: 'alac', sameSound: true }),
    }),
    frequency: sampleRate,
    channels,
  },
  eac3: { ...AUDIO_WIDE, ...NO_COVER, frequency: sampleRate, audio_bitrate: bitrate, channels },
  flac: {
    ...AUDIO_WIDE,
    frequency: sampleRate,
    audio_bitdepth: (value) => honoured({ bits: Number(value) }),
    remove_coverart,
    channels,
  },
  m4a: {
    ...AUDIO_WIDE,
    audio_codec: fromTable(MPEG4_CODECS),
    audio_bitrate: mpeg4Bitrate,
    frequency: aacSampleRate,
    remove_coverart,
    channels,
  },
  m4b: {
    ...AUDIO_WIDE,
    audio_codec: fromTable(MPEG4_CODECS),
    audio_bitrate: mpeg4Bitrate,
    frequency: aacSampleRate,
    remove_coverart,
    channels,
  },
  m4r: { ...AUDIO_WIDE, audio_codec: fromTable(MPEG4_CODECS), frequency: aacSampleRate, remove_coverart, channels },
  mka: {
    ...AUDIO_WIDE,
    audio_codec: fromTable({
      opus: honoured({ codec: 'opus' }),
      vorbis: honoured({ codec: 'vorbis' }),
      flac: honoured({ codec: 'flac', sameSound: true }),
      ac3: honoured({ codec: 'ac3' }),
      pcm: honoured({ codec: 'pcm_s16le', sameSound: true }),
      copy: on('copyable', honoured({ codec: 'vorbis', sameSound: true })),
    }),
    frequency: (value) => on('noise', sampleRate(value), { audio_codec: 'pcm' }),
    audio_bitrate: bitrate,
    channels,
  },
  mmf: { ...AUDIO_WIDE, ...NO_COVER, frequency: sampleRate, audio_bitrate: () => withoutEffect },
  mp3: {
    ...AUDIO_WIDE,
    frequency: sampleRate,
    audio_bitrate: mp3Bitrate,
    audio_vbr: (value) => honoured({ lameQuality: LAME_QUALITY[Number(value)] ?? Number.NaN }),
    remove_coverart,
    channels,
  },
  ogg: {
    ...AUDIO_WIDE,
    audio_codec: fromTable({
      vorbis: honoured({ codec: 'vorbis' }),
      opus: honoured({ codec: 'opus' }),
      speex: honoured({ codec: 'speex', sampleRate: 32000 }),
      flac: honoured({ codec: 'flac', sameSound: true }),
      copy: on('copyable', honoured({ codec: 'vorbis', sameSound: true })),
    }),
    audio_bitrate: vorbisBitrate,
    audio_vbr: (value) => honoured({ nominalBitrate: Number(value) }),
    frequency: sampleRate,
    remove_coverart,
    channels,
  },
  opus: { ...AUDIO_WIDE, frequency: opusSampleRate, audio_bitrate: bitrate, remove_coverart, channels },
  wav: {
    ...AUDIO_WIDE,
    ...NO_COVER,
    pcm_format: (value) =>
      WAV_FORMATS.includes(String(value)) ? honoured({ codec: String(value) }) : refused('option_unsupported'),
    frequency: sampleRate,
    audio_bitdepth: fromTable({
      8: honoured({ codec: 'pcm_u8' }),
      16: honoured({ codec: 'pcm_s16le' }),
      24: honoured({ codec: 'pcm_s24le' }),
      32: honoured({ codec: 'pcm_s32le' }),
    }),
    channels,
  },
  wma: {
    ...AUDIO_WIDE,
    audio_codec: fromTable({
      wma1: honoured({ codec: 'wmav1' }),
      wma2: honoured({ codec: 'wmav2' }),
      copy: on('copyable', honoured({ codec: 'wmav2', sameSound: true })),
    }),
    audio_bitrate: wmaBitrate,
    frequency: sampleRate,
    remove_coverart,
    channels,
  },
};
