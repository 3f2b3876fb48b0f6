import { readFileSync } from 'node:fs';

/*
 * `node --import` of this: the process's clock is ahead by as many ms as the file CHAOS_CLOCK says, which is read again all the time.
 */
const RealDate = Date;
let ahead = 0;

const read = () => {
  ahead = Number(readFileSync(process.env.CHAOS_CLOCK, 'utf8'));
};
read();
setInterval(read, 100).unref();

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(Date.now());
    else super(...values);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
