/** Formats a number with its noun: `1 page`, `2 pages`. @param several plural of irregular nouns */
export const pluralize = (number: number, one: string, several = `${one}s`): string =>
  `${number} ${number === 1 ? one : several}`;
