import { type FileHandle, open } from 'node:fs/promises';

/** Format of 16-bit samples. */
export interface SampleFormat {
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
}

/** Position of the samples in a file. */
export interface WavSound extends SampleFormat {
  /** Offset of the first sample. */
  readonly from: number;
  readonly bytes: number;
}

/** One of the WAVs in a file. */
interface Wav extends WavSound {
  /** Offset after it. */
  readonly end: number;
}

/** More bytes than any header before the samples. */
const HEAD_BYTES = 64 * 1024;

const PCM = 1;
const EXTENSIBLE = 0xfffe;

/**
 * Reads the headers of a file of 16-bit PCM WAV (RIFF; Microsoft, "Multiple channel audio data and WAVE files"), or of several one after
 * another, as some programs write one for each line. Null for any other file. If a header does not know the length, as in a WAV written to
 * a pipe, the rest of the file counts.
 */
export async function readWavs(path: string): Promise<WavSound[] | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(HEAD_BYTES);
    const sounds: WavSound[] = [];
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(head, 0, HEAD_BYTES, at);
      const wav = parseWav(head.subarray(0, bytesRead), at, size);
      if (wav === null) break;
      sounds.push(wav);
      at = wav.end;
    }
    return sounds.length > 0 ? sounds : null;
  } finally {
    await file.close();
  }
}

/** `start`: offset in the file at which the head was read. */
function parseWav(head: Buffer, start: number, size: number): Wav | null {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return null;
  let format: SampleFormat | null = null;
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4);
    const length = head.readUInt32LE(at + 4);
    const from = at + 8;
    if (name === 'fmt ' && from + 16 <= head.length) format = parseFormat(head.subarray(from, from + length));
    if (name === 'data') {
      if (format === null) return null;
      const rest = size - start - from;
      const bytes = length === 0 ? rest : Math.min(length, rest);
      // Tags may follow the samples; after a complete WAV comes the next one.
      const whole = head.readUInt32LE(4) + 8;
      const end = whole < from + bytes || start + whole > size ? from + bytes : whole;
      return { ...format, from: start + from, bytes: bytes - (bytes % (2 * format.channels)), end: start + end };
    }
    // Chunks begin at even bytes.
    at = from + length + (length % 2);
  }
  return null;
}

function parseFormat(chunk: Buffer): SampleFormat | null {
  const tag = chunk.readUInt16LE(0);
  const isPcm = tag === PCM || (tag === EXTENSIBLE && chunk.length >= 26 && chunk.readUInt16LE(24) === PCM);
  const channels = chunk.readUInt16LE(2);
  const sampleRate = chunk.readUInt32LE(4);
  if (!isPcm || chunk.readUInt16LE(14) !== 16 || channels < 1 || sampleRate < 1) return null;
  return { sampleRate, channels };
}

const RIFF_HEADER_BYTES = 44;

/** Returns the header of a WAV file of 16-bit PCM, below 4 GiB. */
export function riffHeader({ sampleRate, channels }: SampleFormat, bytes: number): Buffer {
  const header = Buffer.alloc(RIFF_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(RIFF_HEADER_BYTES - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  writeFormat(header, 16, { sampleRate, channels });
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}

/** Length and fields of a chunk `fmt `. */
function writeFormat(header: Buffer, at: number, { sampleRate, channels }: SampleFormat): void {
  const frame = 2 * channels;
  header.writeUInt32LE(16, at);
  header.writeUInt16LE(PCM, at + 4);
  header.writeUInt16LE(channels, at + 6);
  header.writeUInt32LE(sampleRate, at + 8);
  header.writeUInt32LE(sampleRate * frame, at + 12);
  header.writeUInt16LE(frame, at + 16);
  header.writeUInt16LE(16, at + 18);
}

const RF64_HEADER_BYTES = 80;
/** Value of the 32-bit fields: see ds64. */
const ELSEWHERE = 0xffffffff;

/** Returns the header of an RF64 file of 16-bit PCM: WAV without its limit of 4 GiB (EBU Tech 3306). */
export function rf64Header({ sampleRate, channels }: SampleFormat, bytes: number): Buffer {
  const header = Buffer.alloc(RF64_HEADER_BYTES);
  const frame = 2 * channels;
  header.write('RF64', 0, 'latin1');
  header.writeUInt32LE(ELSEWHERE, 4);
  header.write('WAVEds64', 8, 'latin1');
  header.writeUInt32LE(28, 16);
  header.writeBigUInt64LE(BigInt(RF64_HEADER_BYTES - 8 + bytes), 20);
  header.writeBigUInt64LE(BigInt(bytes), 28);
  header.writeBigUInt64LE(BigInt(bytes / frame), 36);
  header.write('fmt ', 48, 'latin1');
  writeFormat(header, 52, { sampleRate, channels });
  header.write('data', 72, 'latin1');
  header.writeUInt32LE(ELSEWHERE, 76);
  return header;
}

const COPIED_BYTES = 1024 ** 2;

/** An RF64 file that grows sound by sound, all in the format of the first one. */
export class SoundFile {
  readonly #file: FileHandle;
  #format: SampleFormat | null = null;
  /** Bytes of the samples. */
  #bytes = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<SoundFile> {
    return new SoundFile(await open(path, 'wx'));
  }

  get bytes(): number {
    return this.#bytes;
  }

  get seconds(): number {
    return this.#format === null ? 0 : this.#bytes / (2 * this.#format.channels * this.#format.sampleRate);
  }

  /** Returns false without appending if the sound has another format than the previous ones. */
  async append(path: string, sound: WavSound): Promise<boolean> {
    const { sampleRate, channels } = sound;
    this.#format ??= { sampleRate, channels };
    if (this.#format.sampleRate !== sampleRate || this.#format.channels !== channels) return false;
    const source = await open(path);
    try {
      const buffer = Buffer.alloc(COPIED_BYTES);
      for (let done = 0; done < sound.bytes; ) {
        const wanted = Math.min(buffer.length, sound.bytes - done);
        const { bytesRead } = await source.read(buffer, 0, wanted, sound.from + done);
        if (bytesRead === 0) throw new Error('a sound became shorter while it was read');
        await this.#write(buffer.subarray(0, bytesRead));
        done += bytesRead;
      }
    } finally {
      await source.close();
    }
    return true;
  }

  /** Appends nothing before the first sound. */
  async appendSilence(seconds: number): Promise<void> {
    if (this.#format === null) return;
    const { sampleRate, channels } = this.#format;
    await this.#write(Buffer.alloc(2 * channels * Math.round(seconds * sampleRate)));
  }

  /** Writes the header; nothing can follow. */
  async close(): Promise<void> {
    if (this.#format !== null) await this.#file.write(rf64Header(this.#format, this.#bytes), 0, RF64_HEADER_BYTES, 0);
    await this.#file.close();
  }

  async #write(samples: Buffer): Promise<void> {
    await this.#file.write(samples, 0, samples.length, RF64_HEADER_BYTES + this.#bytes);
    this.#bytes += samples.length;
  }
}
