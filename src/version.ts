import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

/** Of convertd, as its package says; the addresses are where people find more, if there are any. */
const described = JSON.parse(text) as { version: string; homepage?: string; repository?: { url?: string } };

export const { version: VERSION } = described;
export const DOCUMENTATION = described.homepage ?? null;
/** Of its source. npm writes `git+https://…/convertd.git`. */
export const SOURCE = described.repository?.url?.replace(/^git\+|\.git$/g, '') ?? null;
