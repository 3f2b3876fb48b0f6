import { describePolicy } from './policy-cases.ts';

describePolicy('every value of every option', (values) => values);
