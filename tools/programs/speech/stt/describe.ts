import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramDescription } from '../../../../src/process/programs.ts';
import { type Environment, environment } from '../../../../src/settings/read.ts';
import { SPOKEN_LANGUAGES, type SpokenLanguage } from './languages.ts';
import { findRuntime, MODELS_VARIABLE, RUNTIME, requireModel } from './models.ts';

/** Describes the available languages of `language_stt` for `convertd doctor`: a row for each model, and one for all languages without. */
export async function describeSpeechRecognition(env: Environment = environment()): Promise<ProgramDescription[]> {
  const version = await runtimeVersion();
  const runtime = { name: RUNTIME, version, package: `${RUNTIME} (npm)`, ...spoken(SPOKEN_LANGUAGES) };
  const byModel = new Map<string, Row>();
  const without: SpokenLanguage[] = [];
  for (const language of SPOKEN_LANGUAGES) {
    const speech = await requireModel(language, env).catch(() => null);
    if (speech === null) {
      without.push(language);
      continue;
    }
    const { name, model } = speech;
    const languages = [...(byModel.get(name)?.languages ?? []), language];
    byModel.set(name, {
      name: `speech model ${name}`,
      version: `${model.type}, for ${localesOf(languages)}`,
      languages,
    });
  }
  const rows = [...byModel.values()];
  if (without.length > 0) rows.push({ name: 'speech models of other languages', version: null, languages: without });
  const models = rows.map(({ name, version, languages }) => ({
    name,
    version,
    package: `a folder of a model in ${MODELS_VARIABLE}`,
    ...spoken(languages),
  }));
  return [runtime, ...models];
}

interface Row {
  readonly name: string;
  readonly version: string | null;
  readonly languages: readonly SpokenLanguage[];
}

function localesOf(languages: readonly SpokenLanguage[]): string {
  return languages.map(({ locale }) => locale).join(' ');
}

function spoken(languages: readonly SpokenLanguage[]) {
  const neededFor = languages.map(({ locale }) => `document/* and ebook/* language_stt=${locale}`);
  return { need: 'optional' as const, neededFor };
}

async function runtimeVersion(): Promise<string | null> {
  const [folder] = findRuntime() ?? [];
  if (folder === undefined) return null;
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}
