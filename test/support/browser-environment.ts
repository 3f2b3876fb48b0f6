import { tmpdir } from 'node:os';

/**
 * For a browser that a test starts: what it was still loading when the test ended, it leaves in its temporary folder
 * (`.org.chromium.Chromium.…`).
 */
export const BROWSER_ENVIRONMENT = { ...process.env, TMPDIR: process.env.XDG_RUNTIME_DIR ?? tmpdir() };
