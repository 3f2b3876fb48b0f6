/** Writes the dash between two numbers as a word: `3–5` becomes 3 to 5. @param to the language's word for it */
export function rangeSpeller(to: string): (text: string) => string {
  const pattern = /(?<![\p{L}\p{N}.,–-])(\d{1,4}(?:[.,]\d{1,3})?)\s?–\s?(?=\d{1,4}(?!\d|\s?–))/gu;
  return (text) => text.replace(pattern, (_, from: string) => `${from} ${to} `);
}
