/** Name of an image to the number of parts of an exact version: PostgreSQL has two since version 10. */
const PARTS: Readonly<Record<string, number>> = { postgres: 2 };

/** Whether the name of an image states an exact version, by its tag or a digest. */
export function isExactImage(image: string): boolean {
  if (/@sha256:[0-9a-f]{64}$/.test(image)) return true;
  const [, name = '', tag = ''] = /([^/:]+):([^/:]+)$/.exec(image) ?? [];
  const version = /^v?(\d+(?:\.\d+)*)(?:-[\w.-]+)?$/.exec(tag)?.[1] ?? '';
  return version !== '' && version.split('.').length === (PARTS[name] ?? 3);
}
