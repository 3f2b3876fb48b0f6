import { checked, choice, list, text, wrong } from './kinds.ts';

export const SANDBOX_MODES = ['auto', 'landlock', 'bwrap', 'both', 'off'] as const;

/** Values of `PROGRAM_STARTS`: how programs may be started. */
const PROGRAM_STARTS = ['warm', 'fresh'] as const;

export const HARDWARE_MODES = ['off', 'vaapi', 'nvenc', 'qsv'] as const;

function devicePath(path: string): string {
  if (/^\/dev\/[\w./:-]+$/.test(path) && !path.includes('..')) return path;
  throw wrong('the path of a device, such as /dev/dri/renderD128', path);
}

/** Read by every command and by code that starts programs, so this loads nothing else. */
export const COMMON = {
  CATEGORIES: list({
    meaning: 'categories that this installation offers, separated by commas; `worker --categories` selects from them',
    fallback: [],
    shown: 'all with an engine',
  }),
  SANDBOX: choice(SANDBOX_MODES)({
    meaning: 'how native programs are sandboxed: `auto`, `landlock`, `bwrap`, `both`, or `off` for files you trust',
    fallback: 'auto',
  }),
  PROGRAM_STARTS: choice(PROGRAM_STARTS)({
    meaning:
      'how native programs are started: `warm`, by a launcher process that already runs, or `fresh`, by a new process each time, which makes tracing easier',
    fallback: 'warm',
  }),
  ENGINES_DIR: list({
    meaning:
      'folders of additional engines, separated by commas; each contains one folder per engine. convertd trusts and runs their code. A service and its workers need the same ones',
    fallback: [],
    shown: 'none',
    page: 'CONTRIBUTING.md#adding-an-engine',
  }),
  PARALLEL_PARTS: choice(['on', 'off'])({
    meaning:
      'whether long audio (to MP3, Opus) and long video (to Theora) is encoded in several parts at once, on cores that no other task of the process uses; `off` if other processes need them',
    fallback: 'on',
    page: 'engines/audio/README.md#in-parts',
  }),
  VIDEO_HARDWARE: choice(HARDWARE_MODES)({
    meaning:
      'whether videos are encoded to H.264, H.265 and AV1 by hardware: `off`, `vaapi`, `nvenc` or `qsv`; encoding is faster and files are larger for the same quality',
    fallback: 'off',
    page: 'engines/video/README.md#hardware-encoders',
  }),
  VIDEO_DEVICE: checked(devicePath)({
    meaning: 'the device that encodes, for `VIDEO_HARDWARE`',
    fallback: null,
    shown: '`/dev/dri/renderD128`; `/dev/nvidia0` for `nvenc`',
  }),
  AWS_ACCESS_KEY_ID: text({
    meaning: 'S3 access key, read by the AWS SDK; its other sources of credentials work too',
    fallback: null,
  }),
  AWS_SECRET_ACCESS_KEY: text({ meaning: 'S3 secret access key', fallback: null, isSecret: true }),
  AWS_REGION: text({
    meaning: 'region of the buckets (or `AWS_DEFAULT_REGION`)',
    fallback: null,
    shown: "the SDK's; `us-east-1` with an endpoint",
  }),
  AWS_ENDPOINT_URL_S3: text({ meaning: 'an S3 server other than AWS (or `AWS_ENDPOINT_URL`)', fallback: null }),
  S3_PATH_STYLE: choice(['true', 'false'])({
    meaning: '`true` puts the bucket into the path instead of the host name',
    fallback: null,
    shown: '`true` with a custom endpoint',
  }),
};
