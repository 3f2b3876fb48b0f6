import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { runConversion } from '../../../scripts/corpus/convert.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { patience } from '../../support/slowness.ts';

/** Result of one task. */
export interface Done {
  /** `completed`, or the code of the error. */
  readonly result: string;
  readonly error: string;
  readonly warnings: readonly string[];
  /** Path of the first output; empty if there is none. */
  readonly path: string;
}

/** A folder of one test file for tasks and films. */
export class Workshop extends ScratchFolder {
  static async open(): Promise<Workshop> {
    return new Workshop(await makeScratchFolder('video'));
  }

  /** Runs a whole task in this process, like a worker. */
  async run(
    input: string | readonly string[],
    target: string,
    options: OptionValues = {},
    category: 'audio' | 'video' | 'document' = 'video',
  ): Promise<Done> {
    await mkdir(this.folder, { recursive: true });
    const folder = await mkdtemp(join(this.folder, 'task-'));
    const { report } = await runConversion(
      { inputs: [input].flat(), category, target, options },
      { work: folder, outputs: folder, timeoutMs: patience(240_000) },
    );
    if (report === null) throw new Error('hangs');
    const { status, errors, warnings, output } = report;
    return {
      result: status === 'completed' ? status : (errors[0]?.code ?? status),
      error: errors.map(({ message }) => message).join('\n'),
      warnings: warnings.map(({ code, message }) => `${code}: ${message}`),
      path: output[0] === undefined ? '' : join(folder, output[0].filename),
    };
  }

  async write(name: string, content: string | Uint8Array): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.path(name), content);
    return this.path(name);
  }

  /** Makes a film with ffmpeg. Returns its path. */
  async film(name: string, ...args: readonly string[]): Promise<string> {
    const path = this.path(name);
    await execa('ffmpeg', ['-v', 'error', '-y', ...args, path]);
    return path;
  }

  /** Makes a film of 128 × 96 pixels: four seconds, each in another colour, with a white band at the top; and a tone. */
  colours(name: string, ...args: readonly string[]): Promise<string> {
    const second = (color: string) => `color=${color}:size=128x96:rate=25:duration=1,drawbox=h=24:color=white:t=fill`;
    const inputs = ['red', 'lime', 'blue', 'black'].flatMap((color) => ['-f', 'lavfi', '-i', second(color)]);
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4'];
    const graph = ['-filter_complex', '[0][1][2][3]concat=n=4,format=yuv420p[v]', '-map', '[v]', '-map', '4:a'];
    return this.film(name, ...inputs, ...sound, ...graph, ...args);
  }
}

export interface Stream {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly width?: number;
  readonly height?: number;
  readonly pix_fmt?: string;
  readonly avg_frame_rate?: string;
  readonly color_transfer?: string;
  readonly sample_rate?: string;
  readonly channels?: number;
  readonly bit_rate?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly disposition?: Readonly<Record<string, number>>;
}

export interface Probed {
  readonly streams: readonly Stream[];
  readonly chapters: readonly { readonly start_time: string; readonly tags?: Readonly<Record<string, string>> }[];
  readonly format: {
    readonly duration?: string;
    readonly size: string;
    readonly tags?: Readonly<Record<string, string>>;
  };
}

export async function probe(path: string): Promise<Probed> {
  const show = ['-show_streams', '-show_format', '-show_chapters', '-of', 'json'];
  const { stdout } = await execa('ffprobe', ['-v', 'error', ...show, path]);
  return JSON.parse(stdout);
}

/** Returns the streams, like `video h264, audio aac`. */
export const streamsOf = ({ streams }: Probed): string =>
  streams.map(({ codec_type, codec_name }) => `${codec_type} ${codec_name}`).join(', ');

/** Returns red, green and blue at a position in the frame at a time in seconds, each rounded to a quarter of 255. */
export async function colourAt(path: string, seconds: number, x: number, y: number): Promise<string> {
  const pixel = `format=rgb24,crop=1:1:${x}:${y}:exact=1`;
  const args = ['-v', 'error', '-i', path, '-ss', `${seconds}`, '-frames:v', '1', '-vf', pixel, '-f', 'rawvideo', '-'];
  const { stdout } = await execa('ffmpeg', args, { encoding: 'buffer' });
  return [...stdout].map((value) => Math.round(value / 64) * 64).join(' ');
}
