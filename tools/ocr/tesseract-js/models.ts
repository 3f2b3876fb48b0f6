import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Tesseract from 'tesseract.js';
import { type LanguageData, readLanguages, SUFFIX } from './traineddata.ts';

type Worker = Tesseract.Worker;

/** The engine that tesseract 4 and later read with; osd's data are for the one before it. */
const { LSTM_ONLY, TESSERACT_ONLY } = Tesseract.OEM;

/** Models that stay loaded from job to job: the languages of the last page, and the one that finds orientations. */
export class Models {
  readonly #tessdata: string;
  #reader: { readonly languages: string; readonly worker: Worker } | null = null;
  #orientation: Worker | null = null;

  /** @param tessdata folder of tesseract's data */
  constructor(tessdata: string) {
    this.#tessdata = tessdata;
  }

  /** @param languages as for `-l`; `folder`: may be written in, and has nothing of this left in it afterwards */
  async reader(languages: string, folder: string): Promise<Worker> {
    if (this.#reader?.languages === languages) return this.#reader.worker;
    await this.#reader?.worker.terminate();
    this.#reader = null;
    const worker = await this.#load(languages, LSTM_ONLY, folder);
    this.#reader = { languages, worker };
    return worker;
  }

  /** The model that detects the orientation of a page. */
  async orientation(folder: string): Promise<Worker> {
    this.#orientation ??= await this.#load('osd', TESSERACT_ONLY, folder);
    return this.#orientation;
  }

  async drop(): Promise<void> {
    await Promise.all([this.#reader?.worker.terminate(), this.#orientation?.terminate()]);
    this.#reader = null;
    this.#orientation = null;
  }

  async #load(argument: string, engine: Tesseract.OEM, folder: string): Promise<Worker> {
    const { languages, wanted } = await readLanguages(argument.split('+'), this.#tessdata);
    const names = [...languages.keys()].map(flat);
    const worker = argument.includes('/')
      ? await withCopies(languages, folder, (data) => startWorker(names, engine, data))
      : await startWorker(names, engine, this.#tessdata);
    for (const [name, content] of wanted) await worker.FS('writeFile', [`./${name}${SUFFIX}`, content]);
    // Languages for other callers are searched at the start.
    if (wanted.size > 0) await worker.reinitialize(names.join('+'), engine);
    return worker;
  }
}

const flat = (language: string): string => language.replaceAll('/', '_');

/** Tesseract.js wants the data of all languages in one folder, and those of scripts may lie in another. Removed after `use`. */
async function withCopies<Result>(
  languages: LanguageData['languages'],
  folder: string,
  use: (data: string) => Promise<Result>,
): Promise<Result> {
  const data = join(folder, 'data');
  await mkdir(data);
  for (const [name, content] of languages) await writeFile(join(data, `${flat(name)}${SUFFIX}`), content);
  const result = await use(data);
  await rm(data, { recursive: true });
  return result;
}

/** @param data folder of the data. Nothing is fetched or kept: they are the files of the native tesseract. */
async function startWorker(languages: string[], engine: Tesseract.OEM, data: string): Promise<Worker> {
  // A language that cannot be loaded is reported to the handler alone.
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const options = {
    langPath: data,
    gzip: false,
    cacheMethod: 'none',
    legacyCore: engine !== LSTM_ONLY,
    legacyLang: engine !== LSTM_ONLY,
    errorHandler: (error: unknown) => failure.reject(error),
  };
  return Promise.race([Tesseract.createWorker(languages, engine, options), failure.promise]);
}
