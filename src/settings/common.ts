import { choice, list, text } from './kinds.ts';

export const SANDBOX_MODES = ['auto', 'landlock', 'bwrap', 'both', 'off'] as const;

/** Read by every command, and by what starts programs: it loads nothing else. */
export const COMMON = {
  CATEGORIES: list({
    meaning: 'categories that this installation offers, separated by commas; `worker --categories` picks from them',
    fallback: [],
    shown: 'all that have an engine',
  }),
  SANDBOX: choice(SANDBOX_MODES)({
    meaning: 'how native programs are sandboxed: `auto`, `landlock`, `bwrap`, `both`, or `off` for files you trust',
    fallback: 'auto',
  }),
  ENGINES_DIR: list({
    meaning:
      'folders of further engines, separated by commas; each holds one folder per engine, whose code convertd runs as its own; a service and its workers need the same ones',
    fallback: [],
    shown: 'none',
    page: 'CONTRIBUTING.md#adding-an-engine',
  }),
  PARALLEL_PARTS: choice(['on', 'off'])({
    meaning:
      'whether a long film is encoded in several parts at once, on cores that no other task of the process uses; `off` where other processes need them',
    fallback: 'on',
    page: 'engines/video/README.md#in-parts',
  }),
  AWS_ACCESS_KEY_ID: text({
    meaning: 'key of S3; the AWS SDK reads it, and all other ways in which AWS programs find credentials work too',
    fallback: null,
  }),
  AWS_SECRET_ACCESS_KEY: text({ meaning: 'the secret of that key', fallback: null, isSecret: true }),
  AWS_REGION: text({
    meaning: 'region of the buckets (or `AWS_DEFAULT_REGION`)',
    fallback: null,
    shown: "the SDK's; `us-east-1` with an endpoint",
  }),
  AWS_ENDPOINT_URL_S3: text({ meaning: 'an S3 server other than AWS (or `AWS_ENDPOINT_URL`)', fallback: null }),
  S3_PATH_STYLE: choice(['true', 'false'])({
    meaning: 'whether buckets are part of the path rather than of the host name',
    fallback: null,
    shown: '`true` with an endpoint of your own',
  }),
};
