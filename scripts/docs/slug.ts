/** Returns the anchor of a heading as on forges: lower case, punctuation removed, hyphens for spaces. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Returns the anchors of all headings of a page; a repeated heading gets a number. Headings in fenced code are not counted. */
export function anchorsOf(markdown: string): string[] {
  const seen = new Map<string, number>();
  return [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}
