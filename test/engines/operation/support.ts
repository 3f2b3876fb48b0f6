import { mkdir, mkdtemp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { execa } from 'execa';
import { expect } from 'vitest';
import { runConversion } from '../../../scripts/corpus/convert.ts';
import type { OptionValues, OutputRecord } from '../../../src/task/types.ts';
import { makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { FFPROBE } from '../../support/ffprobe.ts';
import { IDENTIFY } from '../../support/imagemagick.ts';
import { patience } from '../../support/slowness.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));

export const fixture = (name: string): string => join(FIXTURES, name);

/** Result of one task. */
export interface Done {
  /** `completed`, or the code of the error. */
  readonly result: string;
  readonly error: string;
  readonly warnings: readonly string[];
  readonly outputs: readonly (OutputRecord & { readonly path: string })[];
}

/** A folder of one test file for tasks and inputs. */
export class Workshop extends ScratchFolder {
  static async open(purpose: string): Promise<Workshop> {
    return new Workshop(await makeScratchFolder(purpose));
  }

  /** Runs a whole task in this process, like a worker. */
  async run(target: string, options: OptionValues, ...inputs: readonly string[]): Promise<Done> {
    await mkdir(this.folder, { recursive: true });
    const folder = await mkdtemp(join(this.folder, 'task-'));
    const { report } = await runConversion(
      { inputs, category: 'operation', target, options },
      { work: folder, outputs: folder, timeoutMs: patience(240_000) },
    );
    if (report === null) throw new Error('hangs');
    const { status, errors, warnings, output } = report;
    return {
      result: status === 'completed' ? status : (errors[0]?.code ?? status),
      error: errors.map(({ message }) => message).join('\n'),
      warnings: warnings.map(({ code }) => code),
      outputs: output.map((each) => ({ ...each, path: join(folder, each.filename) })),
    };
  }

  /** Runs a task whose output is a JSON document, which the schema in docs/schemas accepts. */
  async report<Report>(
    target: string,
    schema: string,
    options: OptionValues,
    ...inputs: readonly string[]
  ): Promise<Report> {
    const { outputs, error } = await this.run(target, options, ...inputs);
    expect(error).toBe('');
    const report: Report = JSON.parse(await readFile(outputs[0]?.path ?? '', 'utf8'));
    const text = await readFile(new URL(`../../../docs/schemas/${schema}.schema.json`, import.meta.url), 'utf8');
    const validate = new Ajv2020({ allowUnionTypes: true, validateFormats: false }).compile(JSON.parse(text));
    validate(report);
    expect(validate.errors).toBeNull();
    return report;
  }

  /** Makes an input with ffmpeg. @returns its path */
  async film(name: string, ...args: readonly string[]): Promise<string> {
    const path = this.path(name);
    await execa('ffmpeg', ['-v', 'error', '-y', ...args, path]);
    return path;
  }
}

export const bytes = async (path: string): Promise<number> => (await stat(path)).size;

/** Returns `PNG 300x200` for the first picture in a file, by ImageMagick. */
export async function pixels(path: string): Promise<string> {
  const { stdout } = await execa(IDENTIFY, ['-format', '%m %wx%h\n', `${path}[0]`]);
  return stdout.trim();
}

/** Returns the streams of a file as `codec_type codec_name`, and its length in seconds, by ffprobe. */
export async function media(path: string): Promise<{ streams: string[]; seconds: number }> {
  const show = ['-show_entries', 'stream=codec_type,codec_name:format=duration', '-of', 'json'];
  const { stdout } = await execa(FFPROBE, ['-v', 'error', ...show, path]);
  const { streams, format } = JSON.parse(stdout);
  return {
    streams: streams.map((each: Record<string, string>) => `${each.codec_type} ${each.codec_name}`),
    seconds: Number(format.duration),
  };
}

/** Returns the names in a zip, by unzip. */
export async function zipNames(path: string): Promise<string[]> {
  return (await execa('unzip', ['-Z1', path])).stdout.split('\n').sort();
}

/** Returns a file from a zip, by unzip. */
export async function unzipped(path: string, name: string): Promise<Buffer> {
  return Buffer.from((await execa('unzip', ['-p', path, name.replaceAll('[', '[[]')], { encoding: 'buffer' })).stdout);
}

/** Copies a zip with additional files, uncompressed, by Python's zipfile. */
export async function zipWith(from: string, to: string, files: Readonly<Record<string, string>>): Promise<string> {
  const script = `
import json, sys, zipfile
source, target, files = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, 'w', zipfile.ZIP_STORED) as new:
    for entry in old.infolist():
        new.writestr(entry.filename, old.read(entry))
    for name, path in files.items():
        new.write(path, name)
`;
  await execa('/usr/bin/python3', ['-c', script, from, to, JSON.stringify(files)]);
  return to;
}
