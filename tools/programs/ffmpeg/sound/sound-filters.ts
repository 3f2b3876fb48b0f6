/** Default level below which all samples count as silence, dB below full scale. */
export const SILENCE_DB = -50;
/** Shorter silence is only a gap between two waves, seconds. */
const SHORTEST_SILENCE = 0.05;

/** `atempo` blends well up to twice the speed; at higher speeds it skips samples. */
const FASTEST_STEP = 2;
const SLOWEST_STEP = 0.5;

/** Returns filters that play a sound faster or slower at the same pitch; none for speed 1. */
export function speedFilters(speed: number): string[] {
  const filters: string[] = [];
  let left = speed;
  for (; left > FASTEST_STEP; left /= FASTEST_STEP) filters.push(`atempo=${FASTEST_STEP}`);
  for (; left < SLOWEST_STEP; left /= SLOWEST_STEP) filters.push(`atempo=${SLOWEST_STEP}`);
  return left === 1 ? filters : [...filters, `atempo=${left}`];
}

/** Returns filters that change the amplitude by a factor; above 1 they reduce peaks that would exceed full scale. None for 1. */
export function volumeFilters(factor: number): string[] {
  if (factor === 1) return [];
  return [`volume=${factor}:precision=double`, ...(factor > 1 ? ['alimiter=level=false:latency=true'] : [])];
}

/** Returns filters that fade a sound in and out. All in seconds; `length`: of the sound, needed only for `fadeOut`. */
export function fadeFilters(fadeIn: number, fadeOut: number, length: number): string[] {
  const into = Math.min(fadeIn, length);
  const out = Math.min(fadeOut, length);
  return [
    ...(fadeIn > 0 ? [`afade=t=in:d=${into}`] : []),
    ...(fadeOut > 0 ? [`afade=t=out:st=${length - out}:d=${out}`] : []),
  ];
}

/** Returns a filter that reports silence below a level to stderr. */
export const silenceFilter = (thresholdDb: number): string =>
  `silencedetect=noise=${thresholdDb}dB:duration=${SHORTEST_SILENCE}`;

/** The part of a sound between the silence at its beginning and that at its end, seconds. */
export interface Sounding {
  readonly from: number;
  /** Null for the end. */
  readonly to: number | null;
}

/** Reads the report of `silencedetect` for a sound of this length (seconds); null if all of it is silent. */
export function readSounding(stderr: string, length: number): Sounding | null {
  const found = Array.from(stderr.matchAll(/silence_(start|end): (-?[\d.]+)/g), ([, edge, time]) => ({
    edge,
    time: Number(time),
  }));
  const [first, second] = found;
  const atStart = first?.edge === 'start' && first.time <= 0;
  const from = atStart ? (second?.time ?? length) : 0;
  const last = found.at(-1);
  // Silence also ends at the end of the sound.
  const ends = last?.edge === 'end' && last.time >= length - SHORTEST_SILENCE ? found.at(-2) : last;
  const to = ends?.edge === 'start' && ends.time > from ? ends.time : null;
  return from >= length - SHORTEST_SILENCE ? null : { from, to };
}

/** Returns filters that keep only this part. */
export function soundingFilters({ from, to }: Sounding): string[] {
  if (from === 0 && to === null) return [];
  return [`atrim=start=${from}${to === null ? '' : `:end=${to}`}`, 'asetpts=PTS-STARTPTS'];
}
