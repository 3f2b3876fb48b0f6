import fc from 'fast-check';
import { SEED } from './sample.ts';

/** What it makes depends on the seed of the run alone. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

export default fc;
