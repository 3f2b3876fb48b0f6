/** A number and what it counts: `1 page`, `2 pages`. @param several for nouns whose plural is another than with an s */
export const pluralize = (number: number, one: string, several = `${one}s`): string =>
  `${number} ${number === 1 ? one : several}`;
