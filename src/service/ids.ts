import { randomBytes } from 'node:crypto';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OUTPUT_ID = /^[0-9a-f]{32}$/;

/** Whether a text can be an id. The database is not asked for anything else: it does not accept NUL, for example. */
export const isId = (text: string): boolean => ID.test(text);

/** 128 random bits, whereas a UUID has 122: the id of an output is part of its download link, and nothing else is needed to download. */
export const newOutputId = (): string => randomBytes(16).toString('hex');

/** Like isId, for outputs; ids of earlier versions are UUIDs. */
export const isOutputId = (text: string): boolean => OUTPUT_ID.test(text) || ID.test(text);
