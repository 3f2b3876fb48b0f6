import { describeConversions } from './conversions-cases.ts';

describeConversions((versions) => versions);
