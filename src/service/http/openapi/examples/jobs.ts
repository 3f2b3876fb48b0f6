import type { ConversionDocument } from '../../../documents/conversion-schemas.ts';
import type { InputDocument, JobBody, JobDocument, JobPatch, OutputDocument } from '../../../documents/schemas.ts';
import { type JobStatus, STATUS_INFO } from '../../../states.ts';
import { example } from '../example.ts';

/*
 * One story for all examples: a client uploads talk.wav, three minutes of stereo sound, has it converted to talk.mp3 at 192 kbit/s, and
 * downloads that. The client has a key of the contract `standard`.
 */

const SERVER = 'https://convert.example.com';
export const IDS = {
  job: '6f1c2b9e-3d47-4f0a-9b58-7c2e4d1a8f30',
  input: 'b3a7d5c1-92e4-4c6f-8a1d-0e5f7b2c9d46',
  conversion: 'd8e0f4a2-5b13-4e97-a6c4-91f3e7d2b058',
  output: '2c9f6e817a4b8d35b0e24f8a1c6d5793',
  upload: '47d1e86a-0b52-4c39-9f7e-d35a18c60b24',
} as const;
export const TALK = { bytes: 31_752_044, md5: '5f0c7e2a9b41d6837ce25a10f498b3d7' } as const;

export const WAITING_INPUT: InputDocument = {
  id: IDS.input,
  type: 'upload',
  status: 'downloading',
  source: '',
  engine: 'auto',
  options: {},
  position: null,
  filename: 'talk.wav',
  size: null,
  hash: null,
  checksum: null,
  content_type: null,
  created_at: '2026-01-31T12:00:00',
  modified_at: '2026-01-31T12:00:00',
  credentials: [],
  parameters: {},
  metadata: {},
};

export const ARRIVED_INPUT: InputDocument = {
  ...WAITING_INPUT,
  status: 'ready',
  size: TALK.bytes,
  hash: TALK.md5,
  checksum: TALK.md5,
  content_type: 'audio/wav',
  modified_at: '2026-01-31T12:00:07',
};

export const CONVERSION: ConversionDocument = {
  id: IDS.conversion,
  name: null,
  input: [],
  category: 'audio',
  target: 'mp3',
  options: { audio_bitrate: 192 },
  metadata: {},
  output_target: [],
};

export const OUTPUT: OutputDocument = {
  id: IDS.output,
  source: { conversion: IDS.conversion, input: [IDS.input] },
  filename: 'talk.mp3',
  uri: `${SERVER}/download-file/${IDS.output}/talk.mp3`,
  size: 4_321_558,
  status: 'enabled',
  content_type: 'audio/mpeg',
  downloads_counter: 0,
  checksum: 'e41b07d5a3c86f92b15d7e08c94a2f63',
  created_at: '2026-01-31T12:00:12',
  metadata: {},
};

const WAITING_JOB: JobDocument = {
  id: IDS.job,
  token: '8d2f4b6a0c9e7153b8f1d3a5c7e92046',
  type: 'job',
  status: 'incomplete',
  errors: [],
  warnings: [],
  process: true,
  fail_on_input_error: true,
  fail_on_conversion_error: true,
  conversion: [CONVERSION],
  limits: {
    job: { max_size: 17_179_869_184 },
    input: { max_count: 200, max_size: 4_294_967_296 },
    output: { hours: 24 },
  },
  input: [WAITING_INPUT],
  output: [],
  callback: 'https://app.example.com/converted',
  notify_status: false,
  server: SERVER,
  spent: 0,
  created_at: '2026-01-31T12:00:00',
  modified_at: '2026-01-31T12:00:00',
};

export const COMPLETED_JOB: JobDocument = {
  ...WAITING_JOB,
  status: 'completed',
  input: [ARRIVED_INPUT],
  output: [OUTPUT],
  spent: 1,
  modified_at: '2026-01-31T12:00:12',
};

export const FAILED_JOB: JobDocument = {
  ...WAITING_JOB,
  status: 'failed',
  errors: [
    {
      source: 'input',
      id_source: IDS.input,
      code: 2104,
      message: 'talk.wav is damaged, or not supported by ffmpeg: no audio could be read from it.',
      details: { found: 'wav' },
    },
  ],
  input: [{ ...ARRIVED_INPUT, status: 'failed' }],
  modified_at: '2026-01-31T12:00:09',
};

const CHOSEN_CONVERSION = { category: 'audio', target: 'mp3', options: { audio_bitrate: 192 } };

export const JOB_EXAMPLES = {
  NewJobWithUpload: example<JobBody>('A WAV to MP3 job whose input is uploaded next', {
    input: [{ type: 'upload', filename: 'talk.wav' }],
    conversion: [CHOSEN_CONVERSION],
    process: true,
    callback: 'https://app.example.com/converted',
  }),
  NewJobFromUrl: example<JobBody>('The same for a file that the service fetches', {
    input: [{ type: 'remote', source: 'https://files.example.com/talk.wav' }],
    conversion: [CHOSEN_CONVERSION],
    process: true,
  }),
  NewJobWithChain: example<JobBody>('A scan that is made searchable, and pictures of its pages', {
    input: [{ type: 'remote', source: 'https://files.example.com/scan.pdf' }],
    conversion: [
      { name: 'searchable', target: 'pdf', options: { ocr: true } },
      { category: 'image', target: 'jpg', input: [{ type: 'conversion', source: 'searchable' }] },
    ],
    process: true,
  }),
  StartJob: example<JobPatch>('Start a job that was created with process: false', { process: true }),
  ChangeCallback: example<JobPatch>('Send every change of the status to another address', {
    callback: 'https://app.example.com/progress',
    notify_status: true,
  }),
  WaitingJob: example<JobDocument>('A job that waits for its upload', WAITING_JOB),
  StartedJob: example<JobDocument>('A job that was started', {
    ...WAITING_JOB,
    status: 'queued',
    input: [ARRIVED_INPUT],
    modified_at: '2026-01-31T12:00:07',
  }),
  CompletedJob: example<JobDocument>('A job whose output can be downloaded', COMPLETED_JOB),
  FailedJob: example<JobDocument>('A job that failed, with the reason', FAILED_JOB),
  JobList: example<JobDocument[]>('A key that has made one job', [COMPLETED_JOB]),
  JobHistory: example('The statuses of the job, oldest first', [
    history('0c4ac50f-b9c4-4090-b839-78c83b726f1d', 'incomplete', '12:00:00'),
    history('7838cd34-2090-480c-9ffa-3c62a84b86d5', 'queued', '12:00:07'),
    history('9865dfa8-1f1c-4f55-926f-99da558b9a2f', 'downloading', '12:00:08'),
    history('8b36128a-1ce1-4f1a-9bc5-417e13e116c8', 'processing', '12:00:08'),
    history('72955f57-3da2-4a35-918d-a620187da5fe', 'completed', '12:00:12'),
  ]),
  RunningThreads: example('The conversion at 40 percent', [
    {
      hash: '4e7d2c90-1b5a-8f36-a8c0-d92f6b3e7154',
      status: 40,
      info: 'processing',
      exec_time: 1.62,
      created_at: '2026-01-31T12:00:07',
      modified_at: '2026-01-31T12:00:10',
    },
  ]),
} as const;

function history(id: string, status: JobStatus, time: string) {
  return { id, status, info: STATUS_INFO[status], created_at: `2026-01-31T${time}` };
}
