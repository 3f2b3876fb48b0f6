import { execa } from 'execa';
import { FFPROBE } from '../support/ffprobe.ts';

/** What other programs find in an audio file: stream facts by ffprobe, and the loudness over time of the decoded samples. */
export interface AudioObservation {
  codec: string;
  sampleRate: number;
  channels: number;
  /** Length in seconds. */
  duration: number;
  tags: Record<string, string>;
  chapters: string[];
  cover: string | null;
  /** RMS level of 20 equal parts, dBFS, floored at -90. */
  envelope: number[];
}

interface Probe {
  streams: {
    codec_type: string;
    codec_name: string;
    sample_rate?: string;
    channels?: number;
    tags?: Record<string, string>;
  }[];
  format: { duration?: string; tags?: Record<string, string> };
  chapters: { tags?: Record<string, string> }[];
}

const KEPT_TAGS = ['title', 'artist', 'album', 'genre', 'date', 'track'];
const PARTS = 20;
const FLOOR_DB = -90;

export async function observeAudio(path: string): Promise<AudioObservation> {
  const { stdout } = await execa(FFPROBE, [
    ...['-v', 'error', '-show_streams', '-show_format', '-show_chapters', '-of', 'json'],
    path,
  ]);
  const probe: Probe = JSON.parse(stdout);
  const audio = probe.streams.find((stream) => stream.codec_type === 'audio');
  if (audio === undefined) throw new Error(`no audio stream in ${path}`);
  const tags = lowerCaseKeys({ ...audio.tags, ...probe.format.tags });
  return {
    codec: audio.codec_name,
    sampleRate: Number(audio.sample_rate),
    channels: audio.channels ?? 0,
    duration: Math.round(Number(probe.format.duration) * 100) / 100,
    tags: Object.fromEntries(KEPT_TAGS.flatMap((name) => (tags[name] ? [[name, tags[name]]] : []))),
    chapters: probe.chapters.map((chapter) => chapter.tags?.title ?? ''),
    cover: probe.streams.find((stream) => stream.codec_type === 'video')?.codec_name ?? null,
    envelope: await envelope(path),
  };
}

async function envelope(path: string): Promise<number[]> {
  const decoded = await execa(
    'ffmpeg',
    [...['-v', 'error', '-i', path, '-map', '0:a:0'], ...['-ac', '1', '-f', 'f32le', '-']],
    {
      encoding: 'buffer',
      maxBuffer: 1 << 28,
    },
  );
  const bytes = decoded.stdout;
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const size = Math.floor(samples.length / PARTS);
  return Array.from({ length: PARTS }, (_, part) => level(samples.subarray(part * size, (part + 1) * size)));
}

function level(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length);
  return Math.max(FLOOR_DB, Math.round(100 * Math.log10(power + 1e-12)) / 10);
}

function lowerCaseKeys(tags: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Returns differences that exceed those of two versions of one encoder; empty if there are none. */
export function compareAudio(expected: AudioObservation, actual: AudioObservation): string[] {
  const differences = (['codec', 'sampleRate', 'channels', 'cover'] as const)
    .filter((name) => expected[name] !== actual[name])
    .map((name) => `${name}: expected ${expected[name]}, got ${actual[name]}`);
  for (const name of ['tags', 'chapters'] as const) {
    const [wanted, got] = [JSON.stringify(expected[name]), JSON.stringify(actual[name])];
    if (wanted !== got) differences.push(`${name}: expected ${wanted}, got ${got}`);
  }
  if (Math.abs(expected.duration - actual.duration) > 0.1) {
    differences.push(`duration: expected ${expected.duration} s, got ${actual.duration} s`);
  }
  expected.envelope.forEach((wanted, part) => {
    const got = actual.envelope[part] ?? FLOOR_DB;
    // Below -50 dBFS the noise of a lossy encoder exceeds the signal.
    if (Math.abs(wanted - got) > 1.5 && Math.max(wanted, got) > -50) {
      differences.push(`level of part ${part + 1} of ${PARTS}: expected ${wanted} dBFS, got ${got} dBFS`);
    }
  });
  return differences;
}
