import { JOB_STATUSES, STATUS_INFO } from '../../../states.ts';
import { example } from '../example.ts';
import { TALK } from './jobs.ts';

/* Examples that are not about one job. They continue the story of jobs.ts. */

const VOICE_PRESET = {
  id: 'a61f0d93-8c27-4e5b-b7d4-25e9c3f80a16',
  name: 'voice',
  target: 'mp3',
  category: 'audio',
  scope: 'private',
  options: { audio_bitrate: 64, channels: 'mono' },
};

const PUBLIC_PRESET = {
  id: 'web-audio',
  name: 'web-audio',
  target: 'mp3',
  category: 'audio',
  scope: 'public',
  options: { audio_bitrate: 128 },
};

const usage = (created_at: string, jobs: number, minutes: string) => ({
  created_at,
  input_traffic: String(TALK.bytes * jobs),
  output_traffic: String(4_321_558 * jobs),
  job_counter: String(jobs),
  conversion_minutes: minutes,
  completed_jobs: String(jobs),
  failed_jobs: '0',
});

export const CATALOG_EXAMPLES = {
  CatalogOfMp3: example('The entry of MP3, shortened: it has more options', [
    {
      id: 207,
      target: 'mp3',
      category: 'audio',
      options: {
        audio_bitrate: {
          type: 'integer',
          enum: [96, 128, 192, 256, 320],
          description: 'Bitrate of the result in kbit/s: higher sounds better and takes more space.',
          example: 192,
        },
        normalize: { type: 'boolean', default: false, description: 'Brings the loudness to a target level.' },
      },
    },
  ]),
  Statuses: example(
    'All statuses',
    JOB_STATUSES.map((code) => ({ code, info: STATUS_INFO[code] })),
  ),

  NewPreset: example('Options for recorded speech', {
    name: 'voice',
    category: 'audio',
    target: 'mp3',
    options: { audio_bitrate: 64, channels: 'mono' },
  }),
  Preset: example('A preset of the key', VOICE_PRESET),
  PresetList: example('One preset of the operator and one of the key', [PUBLIC_PRESET, VOICE_PRESET]),
  RenamePreset: example('Another name', { name: 'podcast' }),
  RenamedPreset: example('The preset with its new name', { ...VOICE_PRESET, name: 'podcast' }),

  Contracts: example('A key of the contract standard', [
    {
      name: 'standard',
      credits_per_day: 5000,
      max_inputs_per_job: 200,
      max_input_size: 4_294_967_296,
      max_job_size: 17_179_869_184,
      max_concurrent_jobs: 50,
      max_open_jobs: 1000,
      max_concurrent_requests: 100,
      used: { credits: 1, concurrent_jobs: 0, open_jobs: 0 },
      credits_left: 4999,
      next_credit_at: '2026-02-01T12:00:12',
    },
  ]),
  UsageOfDay: example('One job on that day', [usage('2026-01-31', 1, '0.07')]),
  UsageOfMonth: example('Two days with jobs', [usage('2026-01-30', 3, '0.22'), usage('2026-01-31', 1, '0.07')]),
  UsageOfYear: example('One month with jobs', [usage('2026-01-01', 4, '0.29')]),
} as const;
