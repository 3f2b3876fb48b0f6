import type { VoiceType } from './voice-description.ts';

/** The only argument of the process that speaks, as JSON. Its standard input is the text, its output WAV. */
export interface SpeakJob {
  readonly type: VoiceType;
  /** Absolute paths by sherpa-onnx's names. */
  readonly paths: Readonly<Record<string, string>>;
  readonly speaker: number;
  /** Speed; 1 is that of the voice's training. */
  readonly speed: number;
  /** Seconds of silence between two paragraphs. */
  readonly pause: number;
}
