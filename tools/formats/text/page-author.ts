import { open } from 'node:fs/promises';

/** Where the head of a page of our own ends: it begins with the title and the authors, and the styles follow. */
const HEAD_BYTES = 16 * 1024;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Returns the authors that a page of our own, made of Markdown or markup, names; null if it names none. */
export async function pageAuthor(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split('<style');
    const authors = [...head.matchAll(/<meta name="author" content="([^"]*)">/g)].map(([, name = '']) =>
      unescaped(name),
    );
    return authors.length === 0 ? null : authors.join(', ');
  } finally {
    await file.close();
  }
}

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
