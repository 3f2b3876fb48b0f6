/** Samples of a WAV file between -1 and 1, channels interleaved. */
export interface WavSound {
  readonly samples: Float32Array;
  readonly channels: number;
  /** Hz. */
  readonly rate: number;
}

const BITS_16 = 'pcm 16';
const FLOAT_32 = 'float 32';
/** Format tags of `fmt `: in WAVE_FORMAT_EXTENSIBLE, the one that counts begins the subformat. */
const NAMES: Readonly<Record<number, string>> = { 1: 'pcm', 3: 'float' };
const EXTENSIBLE = 0xfffe;

/** Reads a WAV file of 16-bit integers or 32-bit floats; null: it is of another kind, or no WAV file. */
export function readWav(file: Buffer): WavSound | null {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return null;
  const chunks = chunksOf(file);
  const [format, data] = [chunks.get('fmt '), chunks.get('data')];
  if (format === undefined || data === undefined) return null;
  const tag = format.readUInt16LE(0);
  const kind = `${NAMES[tag === EXTENSIBLE ? format.readUInt16LE(24) : tag]} ${format.readUInt16LE(14)}`;
  const samples = readSamples(kind, data);
  return samples && { samples, channels: format.readUInt16LE(2), rate: format.readUInt32LE(4) };
}

function chunksOf(file: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 12; at + 8 <= file.length; ) {
    const size = file.readUInt32LE(at + 4);
    chunks.set(file.toString('latin1', at, at + 4), file.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function readSamples(kind: string, data: Buffer): Float32Array | null {
  if (kind === BITS_16) {
    return Float32Array.from(
      { length: Math.floor(data.length / 2) },
      (_, index) => data.readInt16LE(index * 2) / 32_768,
    );
  }
  if (kind === FLOAT_32) {
    return Float32Array.from({ length: Math.floor(data.length / 4) }, (_, index) => data.readFloatLE(index * 4));
  }
  return null;
}

const HEADER_BYTES = 44;

/** A WAV file of 16-bit integers, whose channels have no names. */
export function writeWav({ samples, channels, rate }: WavSound): Buffer {
  const file = Buffer.alloc(HEADER_BYTES + 2 * samples.length);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels * 2, 28);
  file.writeUInt16LE(channels * 2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(2 * samples.length, 40);
  for (const [index, sample] of samples.entries()) {
    file.writeInt16LE(Math.round(sample * 32767), HEADER_BYTES + 2 * index);
  }
  return file;
}
