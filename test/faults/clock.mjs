// Loaded before the real app in a child process (node --import): its clock is off by as many milliseconds as the file
// that CLOCK_FILE names says, looked at every few milliseconds; what it goes by is in a file beside that, for a busy process
// looks late. The clock that never jumps (performance.now) stays right.
import { readFileSync, writeFileSync } from 'node:fs';

const RealDate = Date;
let offset = 0;

function look() {
  try {
    const said = readFileSync(process.env.CLOCK_FILE, 'utf8');
    // Empty: it is being written.
    if (said === '' || Number(said) === offset) return;
    offset = Number(said);
    writeFileSync(`${process.env.CLOCK_FILE}.seen`, said);
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
