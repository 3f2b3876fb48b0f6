import { randomBytes } from 'node:crypto';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OUTPUT_ID = /^[0-9a-f]{32}$/;

/** Whether a text can be an id at all. Anything else is not asked for in the database, which takes no NUL, say. */
export const isId = (text: string): boolean => ID.test(text);

/** 128 random bits, where a UUID has 122: the id of an output is part of its download link, which is all that a download needs. */
export const newOutputId = (): string => randomBytes(16).toString('hex');

/** As isId, for outputs; those of earlier versions are UUIDs. */
export const isOutputId = (text: string): boolean => OUTPUT_ID.test(text) || ID.test(text);
