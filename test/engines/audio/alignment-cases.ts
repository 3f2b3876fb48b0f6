import type { AudioTarget } from '../../../engines/audio/containers.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { HAS_FDKAAC } from './support.ts';

/** Where a target's sound begins and ends, as samples of its source at 44.1 kHz. */
export interface AlignmentCase {
  readonly target: AudioTarget;
  readonly options: OptionValues;
  /** By how many samples it begins too late; 0: within a millisecond. */
  readonly late: number;
  /** By how many samples it is too long at most; 0: within a millisecond. */
  readonly longer: number;
  /** Why it is not as the source is; empty: it is. */
  readonly reason: string;
}

const EXACT = { late: 0, longer: 0, reason: '' };
const DOLBY = {
  late: 256,
  longer: 1536 + 256,
  reason: 'whole frames, and no place to say where the sound begins and ends',
};
const SBR = 'ffmpeg’s decoder adds 962 samples of its own; Apple’s takes them off';

const HE_AAC: readonly AlignmentCase[] = ['heaac1', 'heaac2'].map((audio_codec) => ({
  target: 'm4a',
  options: { audio_codec },
  late: 962,
  longer: 962 + 2048,
  reason: SBR,
}));

/** Every codec of every container. */
export const ALIGNMENT_CASES: readonly AlignmentCase[] = [
  { target: 'aac', options: {}, late: 1024, longer: 2048, reason: 'ADTS cannot say where its sound begins and ends' },
  { target: 'ac3', options: {}, ...DOLBY },
  { target: 'aiff', options: {}, ...EXACT },
  { target: 'au', options: {}, ...EXACT },
  { target: 'caf', options: {}, ...EXACT },
  { target: 'caf', options: { audio_codec: 'alac' }, ...EXACT },
  { target: 'eac3', options: {}, ...DOLBY },
  { target: 'flac', options: {}, ...EXACT },
  { target: 'm4a', options: {}, ...EXACT },
  { target: 'm4a', options: { audio_codec: 'alac' }, ...EXACT },
  ...(HAS_FDKAAC ? HE_AAC : []),
  { target: 'm4b', options: {}, ...EXACT },
  { target: 'm4r', options: {}, ...EXACT },
  { target: 'mka', options: { audio_codec: 'opus' }, ...EXACT },
  {
    target: 'mka',
    options: { audio_codec: 'vorbis' },
    late: 0,
    longer: 1024,
    reason: 'whole blocks: ffmpeg does not note where the last one ends',
  },
  { target: 'mka', options: { audio_codec: 'flac' }, ...EXACT },
  { target: 'mmf', options: {}, late: 0, longer: 64, reason: 'whole blocks of 64 samples' },
  { target: 'mp3', options: {}, ...EXACT },
  { target: 'mp3', options: { audio_vbr: 190 }, ...EXACT },
  { target: 'ogg', options: { audio_codec: 'vorbis' }, ...EXACT },
  { target: 'ogg', options: { audio_codec: 'opus' }, ...EXACT },
  { target: 'ogg', options: { audio_codec: 'flac' }, ...EXACT },
  {
    target: 'ogg',
    options: { audio_codec: 'speex' },
    late: 701,
    longer: 701 + 882,
    reason: 'ffmpeg’s decoder does not skip what Speex looks ahead',
  },
  { target: 'opus', options: {}, ...EXACT },
  { target: 'wav', options: {}, ...EXACT },
  { target: 'wma', options: {}, late: 0, longer: 2048, reason: 'whole frames; ASF cannot say where the last one ends' },
  {
    target: 'wma',
    options: { audio_codec: 'wma1' },
    late: 0,
    longer: 2048,
    reason: 'whole frames; ASF cannot say where the last one ends',
  },
];

/** Hz. */
export const ALIGNMENT_RATE = 44100;
/** Two sweeps that are unlike themselves at any other time, loud from the first sample to the last; no length that frames have. */
export const ALIGNMENT_SOUND = `aevalsrc=0.4*sin(2*PI*(220*t+900*t*t))+0.2*sin(2*PI*(900*t-150*t*t)):d=1.7301:s=${ALIGNMENT_RATE}`;
