const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can be an id of ours at all. Anything else is not asked for in the database, which takes no NUL, say. */
export const isId = (text: string): boolean => ID.test(text);
