import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Adds up what the test files handed in, and prints it as the run's last line. */
export default function sum() {
  const file = process.env.FAULTS_TALLY;
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const total = { faults: {}, kills: 0, questions: 0, answers: 0, lost: 0, doubled: 0, told: 0 };
  for (const { faults, ...counts } of lines.map((line) => JSON.parse(line))) {
    for (const [kind, count] of Object.entries(faults))
      total.faults[kind] = (total.faults[kind] ?? 0) + count;
    for (const [name, count] of Object.entries(counts)) total[name] += count;
  }
  rmSync(path.dirname(file), { recursive: true, force: true });
  const all = Object.values(total.faults).reduce((a, b) => a + b, 0);
  const kinds = Object.entries(total.faults)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
  process.stderr.write(
    `\n${all} faults (${kinds}), ${total.kills} kills, ${total.questions} questions, ${total.answers} answers: ` +
      `${total.lost} lost, ${total.doubled} doubled, ${total.told} deliveries in doubt, each told\n`,
  );
}
