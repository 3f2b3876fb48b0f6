import { describeCodecs } from './codecs-cases.ts';

describeCodecs((values) => values);
