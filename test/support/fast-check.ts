import fc from 'fast-check';
import { SEED } from './sample.ts';

/** Generated values depend only on the seed of the run. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

export default fc;
