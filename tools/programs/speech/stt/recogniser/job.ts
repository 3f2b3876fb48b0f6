import type { ModelType } from '../model-description.ts';
import type { SpokenWords } from './words.ts';

/** The only argument of the recogniser, as JSON. Its standard input is the sound: 16 kHz, mono, 32-bit floats. */
export interface RecogniserJob {
  readonly type: ModelType;
  /** Absolute paths by their names in MODEL_FILES. */
  readonly files: Readonly<Record<string, string>>;
  /** Absolute path of the Silero model. */
  readonly voiceActivity: string;
  /** ISO 639-1; for models of several languages. */
  readonly language: string;
  /** Whether words of the language are separated by spaces. */
  readonly spaced: boolean;
  /** Longest piece for the model, seconds. */
  readonly maxSeconds: number;
}

/** Standard output, one JSON object a line: `ready` when the models are loaded, then each piece when it is recognised. */
export type RecogniserLine =
  | { readonly ready: true }
  | ({ readonly startSeconds: number; readonly endSeconds: number; readonly text: string } & SpokenWords);
