import { describePolicy } from './policy-cases.ts';

/** Long lists are bitrates and frequencies: the ends and every fourth between; policy.slow.ts has all. */
describePolicy('values of every option', (values) =>
  values.length <= 6 ? values : values.filter((_, index) => index % 4 === 0 || index === values.length - 1),
);
