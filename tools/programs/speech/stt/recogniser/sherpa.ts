import { createRequire } from 'node:module';
import type { RecogniserJob } from './job.ts';
import { SAMPLE_RATE, WINDOW } from './sound.ts';
import type { ModelResult } from './words.ts';

/* The part of sherpa-onnx-node that is used here; it has no types of its own. */

interface OfflineStream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void;
}

interface OfflineRecognizer {
  createStream(): OfflineStream;
  decode(stream: OfflineStream): void;
  getResult(stream: OfflineStream): ModelResult;
}

/** Detects the parts of a sound with speech. Positions count the samples it was given, in 32 bits. */
export interface VoiceActivityDetector {
  acceptWaveform(samples: Float32Array): void;
  /** True while somebody speaks. */
  isDetected(): boolean;
  /** Ends the current speech. */
  flush(): void;
  isEmpty(): boolean;
  /** The oldest part with speech. */
  front(): { start: number; samples: Float32Array };
  pop(): void;
  reset(): void;
}

interface SherpaOnnx {
  OfflineRecognizer: new (config: object) => OfflineRecognizer;
  Vad: new (config: object, bufferSeconds: number) => VoiceActivityDetector;
}

const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as SherpaOnnx;

/** More threads do not make small models faster: two took as long as one (Moonshine tiny, 5 to 30 seconds of speech). */
const THREADS = 1;

/** Loads a model. @returns a function that recognises sound. Broken models end the process, or throw. */
export function loadRecogniser(job: RecogniserJob): (samples: Float32Array) => ModelResult {
  const recogniser = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: { ...modelConfig(job), tokens: job.files.tokens, numThreads: THREADS },
  });
  return (samples) => {
    const stream = recogniser.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
    recogniser.decode(stream);
    return recogniser.getResult(stream);
  };
}

/** Languages that SenseVoice can be set to; it may detect others. */
const SENSE_VOICE_LANGUAGES = ['zh', 'en', 'ja', 'ko', 'yue'];

function modelConfig({ type, files, language }: RecogniserJob): object {
  switch (type) {
    case 'moonshine':
      return { moonshine: files };
    case 'whisper':
      // Only models exported with attention return times; others report on standard error that they have none.
      return {
        whisper: { ...files, language, task: 'transcribe', enableTokenTimestamps: 1 },
        modelType: 'whisper',
      };
    case 'transducer':
    case 'nemo_transducer':
      return { transducer: files, modelType: type };
    case 'nemo_ctc':
      return { nemoCtc: files, modelType: 'nemo_ctc' };
    case 'zipformer_ctc':
      return { zipformerCtc: files, modelType: 'zipformer2_ctc' };
    case 'paraformer':
      return { paraformer: files, modelType: 'paraformer' };
    case 'sense_voice': {
      const known = SENSE_VOICE_LANGUAGES.includes(language) ? language : 'auto';
      return { senseVoice: { ...files, language: known, useInverseTextNormalization: 1 } };
    }
  }
}

/** Some models write marks such as `<|en|>` among the words. */
export function plainText(text: string): string {
  return text
    .replaceAll(/<\|[^|]*\|>/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * Silero's model, version 6, misses fewer words at this threshold than at its default 0.5, and no more noise gets through than recognition
 * turns into nothing.
 */
const THRESHOLD = 0.35;
/** Shortest speech, and shortest silence between two parts of it, seconds. */
const SHORTEST_SPEECH = 0.1;
const SHORTEST_SILENCE = 0.25;
/** The detector does not split speech without a pause, because it would then miss quiet speech. */
const NEVER = 1e5;

/** Loads the detector. @param seconds most speech that it holds at once */
export function loadDetector({ voiceActivity }: RecogniserJob, seconds: number): VoiceActivityDetector {
  const sileroVad = {
    model: voiceActivity,
    threshold: THRESHOLD,
    minSpeechDuration: SHORTEST_SPEECH,
    minSilenceDuration: SHORTEST_SILENCE,
    maxSpeechDuration: NEVER,
    windowSize: WINDOW,
  };
  return new sherpa.Vad({ sileroVad, sampleRate: SAMPLE_RATE, numThreads: THREADS }, seconds);
}
