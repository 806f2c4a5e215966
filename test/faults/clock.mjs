// Loaded before the real app in a child process (node --import): its clock is off by as many milliseconds as the file
// that CLOCK_FILE names says, looked at every few milliseconds. The clock that never jumps (performance.now) stays right.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let offset = 0;

function look() {
  try {
    offset = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
  } catch {
    // Not written yet.
  }
}

look();
setInterval(look, 20).unref();

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offset);
    else super(...args);
  }

  static now() {
    return RealDate.now() + offset;
  }
};
