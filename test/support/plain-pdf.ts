/** Returns a PDF of so many empty pages, in ASCII. */
export function plainPdf(pages: number): string {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`);
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`,
    ...kids.map(() => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>'),
  ];
  let text = '%PDF-1.6\n';
  const entries = ['0000000000 65535 f \n'];
  for (const [index, body] of bodies.entries()) {
    entries.push(`${String(text.length).padStart(10, '0')} 00000 n \n`);
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
  }
  const trailer = `trailer\n<</Root 1 0 R/Size ${entries.length}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return `${text}xref\n0 ${entries.length}\n${entries.join('')}${trailer}`;
}
