import { readFileSync } from 'node:fs';

/* For `node --import`: the process's clock is ahead by the ms in the file CHAOS_CLOCK, which is read continuously. */
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
