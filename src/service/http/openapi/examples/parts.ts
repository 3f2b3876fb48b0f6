import type { Receipt } from '../../../../receipt/schema.ts';
import type { ConversionBody, ConversionDocument, ConversionPatch } from '../../../documents/conversion-schemas.ts';
import type {
  InputBody,
  InputDocument,
  InputPatch,
  InputsPatch,
  OutputDocument,
  OutputPatch,
} from '../../../documents/schemas.ts';
import { example } from '../example.ts';
import { ARRIVED_INPUT, CONVERSION, IDS, OUTPUT, WAITING_INPUT } from './jobs.ts';

/* Examples of a job's inputs, conversions and outputs. They continue the story of jobs.ts. */

const REMOTE_INPUT: InputDocument = {
  ...WAITING_INPUT,
  id: '1a5e8c37-64d2-4b09-8f7c-e3b6d0a9f214',
  type: 'remote',
  status: 'ready',
  source: 'https://files.example.com/questions.wav',
  filename: '',
};

const SMALL_FILE: InputDocument = {
  ...ARRIVED_INPUT,
  id: '5c8d1f07-e2a9-46b3-b0d4-83f7a6e9c215',
  type: 'base64',
  filename: 'note.txt',
  size: 11,
  hash: '5eb63bbbe01eeed093cb22bb8f5acdc3',
  checksum: '5eb63bbbe01eeed093cb22bb8f5acdc3',
  content_type: 'text/plain',
};

const RENAMED_OUTPUT: OutputDocument = {
  ...OUTPUT,
  filename: 'keynote.mp3',
  uri: OUTPUT.uri.replace('talk.mp3', 'keynote.mp3'),
};

const FLAC_CONVERSION: ConversionDocument = {
  ...CONVERSION,
  id: '90b7e2d4-c1f6-4a83-9e50-6d8a3f2b7c15',
  target: 'flac',
  options: {},
};

const RECEIPT: Receipt = {
  receipt_version: 1,
  convertd: '0.1.0',
  conversion: { category: CONVERSION.category, target: CONVERSION.target },
  input: [
    {
      id: ARRIVED_INPUT.id,
      filename: ARRIVED_INPUT.filename,
      content_type: ARRIVED_INPUT.content_type,
      size_bytes: ARRIVED_INPUT.size ?? 0,
      sha256: '7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a',
    },
  ],
  output: {
    id: OUTPUT.id,
    filename: OUTPUT.filename,
    content_type: OUTPUT.content_type,
    size_bytes: OUTPUT.size,
    sha256: 'ef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d',
  },
  route: [{ program: 'ffmpeg', version: '7.1', runs: 1, seconds: 1.4, cpu_seconds: 2.1 }],
  options: {
    given: { audio_bitrate: 192, receipt: true },
    applied: { audio_bitrate: 192, receipt: true },
    changed: [],
  },
  counts: {
    seconds: { input: 61.2, output: 61.2 },
    audio_tracks: { input: 1, output: 1 },
    covers: { input: 1, output: 0 },
  },
  fonts: null,
  fewer: ['covers'],
  losses: [{ code: 'metadata_lost', message: 'The cover of talk.wav is not in the result.', details: {} }],
  notes: [],
  seconds: 1.9,
};

const DELIVERED_TO = { bucket: 'podcasts', file: '2026/talk.mp3', region: 'eu-central-1' };

export const PART_EXAMPLES = {
  NewRemoteInput: example<InputBody>('A file that the service fetches', {
    type: 'remote',
    source: 'https://files.example.com/questions.wav',
  }),
  NewCloudInput: example<InputBody>('A file in a bucket', {
    type: 'cloud',
    source: 'amazons3',
    parameters: { bucket: 'recordings', file: '2026/talk.wav', region: 'eu-central-1' },
    credentials: { accesskeyid: 'AKIAIOSFODNN7EXAMPLE', secretaccesskey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  }),
  NewInputs: example<InputBody[]>('Two files that are uploaded next', [
    { type: 'upload', filename: 'talk.wav' },
    { type: 'upload', filename: 'questions.wav' },
  ]),
  AddedInput: example<InputDocument>('The input that was added', REMOTE_INPUT),
  AddedInputs: example<InputDocument[]>('The inputs that were added, in the same order', [
    WAITING_INPUT,
    {
      ...WAITING_INPUT,
      id: REMOTE_INPUT.id,
      filename: 'questions.wav',
    },
  ]),
  ArrivedInput: example<InputDocument>('An input whose file has arrived', ARRIVED_INPUT),
  InputList: example<InputDocument[]>('A job with one input', [ARRIVED_INPUT]),
  PasswordOfInput: example<InputPatch>('The password of an encrypted file', {
    credentials: { decrypt_password: 'correct horse battery staple' },
  }),
  OptionsOfInputs: example<InputsPatch>('Other options for one input', [{ id: IDS.input, options: {} }]),

  SmallFile: example('A text of eleven bytes', { name: 'note.txt', content: 'aGVsbG8gd29ybGQ=' }),
  ArrivedSmallFile: example<InputDocument>('The input of the small file', SMALL_FILE),

  NewConversion: example<ConversionBody>('MP3 at 192 kbit/s', {
    category: 'audio',
    target: 'mp3',
    options: { audio_bitrate: 192 },
  }),
  NewDeliveredConversion: example<ConversionBody>('MP3, delivered to a bucket', {
    category: 'audio',
    target: 'mp3',
    options: { audio_bitrate: 192 },
    output_target: [
      {
        type: 'amazons3',
        parameters: DELIVERED_TO,
        credentials: {
          accesskeyid: 'AKIAIOSFODNN7EXAMPLE',
          secretaccesskey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        },
      },
    ],
  }),
  NewConversions: example<ConversionBody[]>('MP3 and FLAC from the same inputs', [
    { category: 'audio', target: 'mp3', options: { audio_bitrate: 192 } },
    { category: 'audio', target: 'flac' },
  ]),
  Conversion: example<ConversionDocument>('The conversion to MP3', CONVERSION),
  DeliveredConversion: example<ConversionDocument>('The conversion whose outputs go to a bucket', {
    ...CONVERSION,
    output_target: [{ type: 'amazons3', status: 'waiting', parameters: DELIVERED_TO, credentials: [] }],
  }),
  ConversionList: example<ConversionDocument[]>('A job with one conversion', [CONVERSION]),
  AddedConversions: example<ConversionDocument[]>('The conversions that were added, in the same order', [
    CONVERSION,
    FLAC_CONVERSION,
  ]),
  OtherBitrate: example<ConversionPatch>('A smaller file', { options: { audio_bitrate: 96 } }),
  ChangedConversion: example<ConversionDocument>('The conversion with its new options', {
    ...CONVERSION,
    options: { audio_bitrate: 96 },
  }),

  Output: example<OutputDocument>('The MP3 file', OUTPUT),
  OutputList: example<OutputDocument[]>('A job with one output', [OUTPUT]),
  Receipt: example<Receipt>('That of an MP3 file', RECEIPT),
  RenameOutput: example<OutputPatch>('Another name, without its extension', { filename: 'keynote' }),
  ProtectOutput: example<OutputPatch>('A password that downloads need from now on', {
    download_password: 'only-for-Ada',
  }),
  RenamedOutput: example<OutputDocument>('The output with its new name', RENAMED_OUTPUT),
  RenamedOutputs: example<OutputDocument[]>('The outputs with their new names', [RENAMED_OUTPUT]),
} as const;
