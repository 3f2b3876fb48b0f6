import { execa } from 'execa';
import type { Workshop } from './support.ts';

/** A film with a flash and a burst of sound at each whole second, 80 ms long. */
export function beats(workshop: Workshop, name: string, seconds: number, ...args: readonly string[]): Promise<string> {
  const flash = `color=black:size=128x96:rate=25:duration=${seconds},drawbox=c=white:t=fill:enable='lt(mod(t,1),0.08)',format=yuv420p`;
  const inputs = ['-f', 'lavfi', '-i', flash, '-f', 'lavfi', '-i', BURSTS(seconds)];
  return workshop.film(name, ...inputs, ...args);
}

export const BURSTS = (seconds: number): string =>
  `aevalsrc='0.8*sin(2000*PI*t)*lt(mod(t,1),0.08)':sample_rate=48000:duration=${seconds}`;

/** When the picture turns bright, seconds. */
export const flashes = (path: string): Promise<number[]> => {
  const graph = ['-map', '0:v:0', '-vf', 'signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-'];
  return rises([...graph, '-fps_mode', 'passthrough'], path, 120);
};

/** When a sound begins after a pause, seconds. */
export const bursts = (path: string): Promise<number[]> => {
  const level = 'astats=metadata=1:reset=1,ametadata=print:key=lavfi.astats.Overall.Peak_level:file=-';
  return rises(['-map', '0:a:0', '-af', `aresample=48000,asetnsamples=48,${level}`], path, -20);
};

async function rises(graph: readonly string[], path: string, threshold: number): Promise<number[]> {
  // Times as they stand in the file: else each kind of stream is moved to zero by itself.
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-copyts', '-i', path, ...graph, '-f', 'null', '-']);
  const values = Array.from(stdout.matchAll(/pts_time:(\S+)\nlavfi\S+=(\S+)/g), ([, time, value]) => ({
    time: Number(time),
    isUp: Number(value) > threshold,
  }));
  const times: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { time, isUp } of values) {
    if (isUp && time - last > 0.1) times.push(time);
    if (isUp) last = time;
  }
  return times;
}

/** The farthest that a flash and its burst lie apart, seconds; NaN where there are not as many of one as of the other. */
export async function apart(path: string): Promise<number> {
  const [seen, heard] = await Promise.all([flashes(path), bursts(path)]);
  if (seen.length !== heard.length) return Number.NaN;
  return Math.max(...seen.map((time, place) => Math.abs(time - (heard[place] ?? 0))));
}
