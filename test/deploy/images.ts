/** Parts of an exact version: PostgreSQL has two since its version 10. */
const PARTS: Readonly<Record<string, number>> = { postgres: 2 };

/** Whether a name of an image says one version, by its tag or by a digest. */
export function isExactImage(image: string): boolean {
  if (/@sha256:[0-9a-f]{64}$/.test(image)) return true;
  const [, name = '', tag = ''] = /([^/:]+):([^/:]+)$/.exec(image) ?? [];
  const version = /^v?(\d+(?:\.\d+)*)(?:-[\w.-]+)?$/.exec(tag)?.[1] ?? '';
  return version !== '' && version.split('.').length === (PARTS[name] ?? 3);
}
