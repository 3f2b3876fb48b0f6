import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a stereo WAV of silence into a folder without a program: its samples are a hole in the file.
 * @returns its path
 */
export async function silence(folder: string, seconds: number): Promise<string> {
  const path = join(folder, 'silence.wav');
  const bytes = seconds * 48_000 * 4;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(48_000, 24);
  header.writeUInt32LE(48_000 * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  await writeFile(path, header);
  await truncate(path, header.length + bytes);
  return path;
}
