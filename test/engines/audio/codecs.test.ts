import { describeCodecs } from './codecs-cases.ts';
import { spread } from './spread.ts';

/** codecs.slow.ts has every bitrate and every sample rate. */
describeCodecs(spread);
