/** Numbers as the page writes them: two or three figures that count. */
export function number(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(2)));
}

export const ms = (value) => (value >= 1_000 ? `${number(value / 1_000)} s` : `${number(value)} ms`);

export const times = (value) => `${value >= 10 ? number(value) : value.toFixed(2)}x`;

/** A Markdown table: the head, then rows of cells. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Goals and what became of them. */
export function goals(result) {
  return table(
    ['Goal', 'Measured', 'Wanted', 'Met'],
    result.goals.map(({ what, value, most, least, met, needsCores }) => [
      what,
      number(value),
      most === undefined ? `at least ${least}` : `at most ${most}`,
      met === 'not judged' ? `not judged: needs ${needsCores} cores` : met ? 'yes' : '**no**',
    ]),
  );
}

/** What a section was measured on, and whether anything else ran meanwhile. */
export function measuredOn({ machine, load }) {
  const busy =
    load.before > 2
      ? ' **The machine was busy before it began**: ratios are of runs side by side, and still wait to be measured again on a quiet machine.'
      : '';
  return `Measured ${machine.at.slice(0, 10)} at ${machine.commit?.of ?? 'an unknown commit'}${machine.commit?.changed ? ' with changes' : ''}, Node ${machine.node}, ${machine.cores} cores; load ${load.before} before, ${load.after} after.${busy}`;
}
