import { tmpdir } from 'node:os';

/** Environment of a browser that a test starts: it leaves unfinished downloads in its temporary folder (`.org.chromium.Chromium.…`). */
export const BROWSER_ENVIRONMENT = { ...process.env, TMPDIR: process.env.XDG_RUNTIME_DIR ?? tmpdir() };
