import { describeConversions } from './convert-cases.ts';

describeConversions(['warm', 'cold']);
