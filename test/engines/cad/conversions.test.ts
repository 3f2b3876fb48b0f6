import { describeConversions } from './conversions-cases.ts';

/** Each pair of input and target another third of the versions; conversions.slow.ts has all. */
describeConversions((versions, turn) => versions.filter((_, index) => (index + Math.floor(turn / 2)) % 3 === 0));
