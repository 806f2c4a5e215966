import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes the file that every test file hands its tally in to; the workers inherit its name. */
export default function start() {
  process.env.FAULTS_TALLY = path.join(mkdtempSync(path.join(tmpdir(), 'the-loop-slack-faults-')), 'tally');
}
