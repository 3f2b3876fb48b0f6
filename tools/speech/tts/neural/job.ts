import type { VoiceType } from './voice-description.ts';

/** The only argument of the process that speaks, as JSON. Its standard input is the text, its output WAV. */
export interface SpeakJob {
  readonly type: VoiceType;
  /** Absolute paths by sherpa-onnx's names. */
  readonly paths: Readonly<Record<string, string>>;
  readonly speaker: number;
  /** 1: as the voice was trained. */
  readonly speed: number;
  /** Seconds of silence between two paragraphs. */
  readonly pause: number;
}
