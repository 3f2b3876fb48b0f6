import { describeConversions } from './convert-cases.ts';

/** The warm way without its host staying, so nearly the same as warm. */
describeConversions(['once']);
