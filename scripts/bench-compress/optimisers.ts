import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { execa } from 'execa';
import sharp from 'sharp';
import type { Sample } from './pictures.ts';

/** Another program that makes pictures smaller. */
export interface Optimiser {
  readonly name: string;
  readonly formats: readonly Sample['format'][];
  /** Worst and best value of its quality. Null: it keeps every pixel. */
  readonly scale: readonly [number, number] | null;
  /** Returns its version. Throws where it is not installed. */
  version(): Promise<string>;
  make(input: string, output: string, quality: number): Promise<void>;
  /** Packs a result as tight as possible, without loss, if `make` does not. */
  pack?(path: string): Promise<void>;
}

const require = createRequire(import.meta.url);

/** Packages that convertd itself does not need. */
const [OXIPNG, MOZJPEG] = ['@napi-rs/image', '@jsquash/jpeg'];

const versionOf = (program: string, flag: string) => async (): Promise<string> => {
  const { stdout, stderr } = await execa(program, [flag], { reject: false });
  const found = /\d+\.\d[\w.]*/.exec(stdout || stderr)?.[0];
  if (found === undefined) throw new Error(`${program} is not installed`);
  return `${program} ${found}`;
};

const packageVersion = (name: string) => async (): Promise<string> =>
  `${name} ${require(`${name}/package.json`).version}`;

/** Runs a program that writes to its standard output. */
const toFile = async (program: string, args: readonly string[], output: string): Promise<void> => {
  const { stdout } = await execa(program, args, { encoding: 'buffer' });
  await writeFile(output, stdout);
};

/** Packs a PNG by oxipng and Zopfli, and keeps the smaller one. */
async function packPng(path: string): Promise<void> {
  const packed = [`${path}.zopfli`, `${path}.oxipng`];
  await Promise.allSettled([
    execa('zopflipng', ['-y', '--filters=0me', '--keepchunks=iCCP', path, packed[0] as string]),
    oxipng(path, packed[1] as string),
  ]);
  for (const other of packed) {
    const smaller = await readFile(other).catch(() => null);
    if (smaller !== null && smaller.length < (await readFile(path)).length) await rename(other, path);
  }
}

async function oxipng(input: string, output: string): Promise<void> {
  await writeFile(output, await require(OXIPNG).losslessCompressPng(await readFile(input), {}));
}

/** Encodes by mozjpeg's own settings. */
async function mozjpeg(input: string, output: string, quality: number): Promise<void> {
  const encoder = await import(String(require.resolve(`${MOZJPEG}/encode.js`)));
  const code = await readFile(require.resolve(`${MOZJPEG}/codec/enc/mozjpeg_enc.wasm`));
  await encoder.init(new WebAssembly.Module(code));
  const { data, info } = await sharp(input).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  await writeFile(output, Buffer.from(await encoder.default({ data, ...info }, { quality })));
}

const PALETTE = ['--force', '--speed', '1'];

/** What there is in Debian and npm. */
export const OPTIMISERS: readonly Optimiser[] = [
  {
    name: 'jpegtran',
    formats: ['jpg'],
    scale: null,
    version: versionOf('jpegtran', '-version'),
    make: async (input, output) => {
      await execa('jpegtran', ['-copy', 'all', '-optimize', '-progressive', '-outfile', output, input]);
    },
  },
  {
    name: 'jpegoptim',
    formats: ['jpg'],
    scale: null,
    version: versionOf('jpegoptim', '--version'),
    make: (input, output) => toFile('jpegoptim', ['-q', '-f', '--all-progressive', '--stdout', input], output),
  },
  {
    name: 'jpegoptim -m',
    formats: ['jpg'],
    scale: [20, 99],
    version: versionOf('jpegoptim', '--version'),
    make: (input, output, quality) =>
      toFile('jpegoptim', ['-q', '-f', `-m${quality}`, '--all-progressive', '--stdout', input], output),
  },
  {
    name: 'cjpeg',
    formats: ['jpg'],
    scale: [20, 99],
    version: versionOf('cjpeg', '-version'),
    make: async (input, output, quality) => {
      const { stdout } = await execa('djpeg', ['-pnm', input], { encoding: 'buffer' });
      const args = ['-quality', String(quality), '-optimize', '-progressive', '-outfile', output];
      await execa('cjpeg', args, { input: stdout });
    },
  },
  { name: 'mozjpeg', formats: ['jpg'], scale: [20, 99], version: packageVersion(MOZJPEG), make: mozjpeg },
  {
    name: 'cwebp',
    formats: ['webp'],
    scale: [10, 99],
    version: versionOf('cwebp', '-version'),
    make: async (input, output, quality) => {
      await execa('cwebp', ['-quiet', '-m', '6', '-q', String(quality), '-metadata', 'all', input, '-o', output]);
    },
  },
  {
    name: 'optipng -o7',
    formats: ['png'],
    scale: null,
    version: versionOf('optipng', '--version'),
    make: async (input, output) => {
      await execa('optipng', ['-quiet', '-o7', '-i0', '-out', output, input]);
    },
  },
  { name: 'oxipng', formats: ['png'], scale: null, version: packageVersion(OXIPNG), make: oxipng },
  {
    name: 'zopflipng',
    formats: ['png'],
    scale: null,
    version: async () => {
      const { stdout } = await execa('dpkg-query', ['-W', '-f', `\${Version}`, 'zopfli']);
      return `zopfli ${stdout.trim()}`;
    },
    make: async (input, output) => {
      await execa('zopflipng', ['-y', '--filters=0me', '--keepchunks=iCCP', input, output]);
    },
  },
  ...[true, false].map(
    (dithers): Optimiser => ({
      name: dithers ? 'pngquant' : 'pngquant --nofs',
      formats: ['png'],
      scale: [2, 256],
      version: versionOf('pngquant', '--version'),
      make: async (input, output, colors) => {
        const settings = [...PALETTE, ...(dithers ? [] : ['--nofs']), '--output', output];
        await execa('pngquant', [...settings, String(colors), '--', input]);
      },
      pack: packPng,
    }),
  ),
  {
    name: 'gifsicle -O3',
    formats: ['gif'],
    scale: null,
    version: versionOf('gifsicle', '--version'),
    make: async (input, output) => {
      await execa('gifsicle', ['-O3', '-o', output, input]);
    },
  },
  {
    name: 'gifsicle --lossy',
    formats: ['gif'],
    // Its scale has the best at 0.
    scale: [-200, -1],
    version: versionOf('gifsicle', '--version'),
    make: async (input, output, quality) => {
      await execa('gifsicle', ['-O3', `--lossy=${-quality}`, '-o', output, input]);
    },
  },
  {
    name: 'gifsicle --colors',
    formats: ['gif'],
    scale: [2, 256],
    version: versionOf('gifsicle', '--version'),
    make: async (input, output, colors) => {
      await execa('gifsicle', ['-O3', '--colors', String(colors), '-o', output, input]);
    },
  },
  {
    name: 'apngopt',
    formats: ['apng'],
    scale: null,
    version: versionOf('apngopt', '--version'),
    make: async (input, output) => {
      // It takes paths that begin with a slash for options.
      const [from, to] = [`${output}-from.png`, `${output}-to.png`];
      await copyFile(input, from);
      await execa('apngopt', ['-z2', basename(from), basename(to)], { cwd: dirname(output) });
      await rename(to, output);
    },
  },
];
