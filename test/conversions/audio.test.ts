import { execa } from 'execa';
import { observeAudio } from '../golden/observe-audio.ts';
import { type Case, testConversions } from './table.ts';

/** Returns codec, sample rate, channels and length, by ffprobe. */
async function observe(path: string): Promise<string> {
  const { codec, sampleRate, channels, duration } = await observeAudio(path);
  return `${codec} ${sampleRate} Hz, ${channels}, ${Math.round(duration * 10) / 10} s`;
}

const CHIME = 'inputs/chime.wav';

const cases: readonly Case[] = [
  // A warning names tags that these targets cannot store.
  { target: 'aac', input: CHIME, warnings: ['metadata_lost'], is: 'aac 44100 Hz, 2, 3.1 s' },
  { target: 'ac3', input: CHIME, warnings: ['metadata_lost'], is: 'ac3 44100 Hz, 2, 3 s' },
  { target: 'eac3', input: CHIME, warnings: ['metadata_lost'], is: 'eac3 44100 Hz, 2, 3 s' },
  { target: 'amr', input: CHIME, warnings: ['metadata_lost'], is: 'amr_nb 8000 Hz, 1, 3.1 s' },
  // The target has one channel and four bits per sample.
  {
    target: 'mmf',
    input: CHIME,
    warnings: ['output_limited', 'output_limited', 'metadata_lost'],
    is: 'adpcm_yamaha 44100 Hz, 1, 3 s',
  },
  { target: 'aiff', input: CHIME, is: 'pcm_s16be 44100 Hz, 2, 3 s' },
  { target: 'au', input: CHIME, is: 'pcm_s16be 44100 Hz, 2, 3 s' },
  { target: 'caf', input: CHIME, is: 'pcm_s16le 44100 Hz, 2, 3 s' },
  { target: 'm4b', input: 'inputs/chime.mp3', is: 'aac 44100 Hz, 2, 3 s' },
  { target: 'm4r', input: CHIME, is: 'aac 44100 Hz, 2, 3 s' },
  { target: 'mka', input: CHIME, is: 'opus 48000 Hz, 2, 3 s' },
  {
    target: 'waveform',
    input: CHIME,
    options: { waveform_format: 'png', waveform_width: 120, waveform_height: 40 },
    observe: async ([path = '']) => (await execa('/usr/bin/identify', ['-format', '%m %wx%h', path])).stdout,
    is: 'PNG 120x40',
  },
  {
    target: 'mp3',
    input: CHIME,
    options: { frequency: 22_050, channels: 'mono', audio_bitrate: 64, start: '00:00:01', end: '00:00:02', speed: 2 },
    // Half a second, up to the end of the last frame.
    is: 'mp3 22050 Hz, 1, 0.6 s',
  },
  {
    target: 'flac',
    input: CHIME,
    options: { tag_title: 'A chime', tag_artist: 'A bell', normalize: true, normalize_type: 'ebu', fade_in: 0.5 },
    observe: async ([path = '']) => {
      const { tags, envelope } = await observeAudio(path);
      return { tags, rises: (envelope[0] ?? 0) < (envelope[3] ?? 0) };
    },
    is: { tags: { title: 'A chime', artist: 'A bell', album: 'Fixtures' }, rises: true },
  },
  {
    target: 'wav',
    input: async (folder) => {
      const path = folder.path('pause.wav');
      const tone = "aevalsrc='0.5*sin(2*PI*440*t)*(lt(t,1)+gt(t,4))':d=5:s=44100";
      await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', tone, path]);
      return path;
    },
    options: { remove_silence: 1 },
    is: 'pcm_s16le 44100 Hz, 1, 2 s',
  },
  {
    target: 'opus',
    input: 'document/letter.txt',
    options: { language_tts: 'en-GB' },
    warnings: ['output_limited'],
    observe: async ([path = '']) => {
      const { codec, duration } = await observeAudio(path);
      return { codec, speaks: duration > 2 };
    },
    is: { codec: 'opus', speaks: true },
  },
];

testConversions({ category: 'audio', observe, cases });
