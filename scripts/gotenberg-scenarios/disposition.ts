/** Returns the file name that a Content-Disposition header gives, without folders; null if it gives none. */
export function fileNameOf(header: string | null | undefined): string | null {
  if (!header) return null;
  const encoded = /;\s*filename\*=utf-8'[^']*'([^;]+)/i.exec(header)?.[1];
  const name =
    encoded === undefined ? /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) : ['', safeDecode(encoded)];
  const found = name?.[1]?.replace(/\\(.)/g, '$1') ?? name?.[2];
  return found?.split('/').at(-1) || null;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return text.trim();
  }
}
