/** Greys and hues that stand out on a white page and on a dark one alike; the background stays the page's own. */
const COLOURS = { text: '#7d8590', ours: '#2f81f7', other: '#9a8c6e', third: '#3fa266', line: '#7d859055' };
const FONT = 'font-family="system-ui, sans-serif" font-size="13"';
const WIDTH = 760;
const ROW = 24;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const text = (x, y, words, more = '') =>
  `<text x="${x}" y="${y}" fill="${COLOURS.text}" ${more}>${escaped(words)}</text>`;

function svg(height, title, parts) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}" ${FONT}>`,
    `<title>${escaped(title)}</title>`,
    text(8, 20, title, 'font-weight="600"'),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/**
 * Bars from left to right, each with its words and its value behind it; on a logarithmic scale, so that what is a hundred
 * times as long still fits beside what is not.
 *
 * @param rows `label`, `value` (above 0), `shown` and the `colour`, one of `ours`, `other` and `third`
 */
export function bars(title, rows) {
  const left = 290;
  const room = WIDTH - left - 100;
  const [least, most] = [Math.min, Math.max].map((pick) =>
    Math.log10(pick(...rows.map(({ value }) => value))),
  );
  const start = Math.floor(least * 2) / 2 - 0.25;
  const length = (value) => Math.max(2, (room * (Math.log10(value) - start)) / (most - start || 1));
  const parts = rows.flatMap(({ label, value, shown, colour }, at) => {
    const y = 36 + at * ROW;
    const long = length(value).toFixed(1);
    return [
      text(left - 8, y + 14, label, 'text-anchor="end"'),
      `<rect x="${left}" y="${y + 3}" width="${long}" height="${ROW - 9}" rx="2" fill="${COLOURS[colour]}"/>`,
      text(left + Number(long) + 6, y + 14, shown),
    ];
  });
  return svg(36 + rows.length * ROW + 28, title, [
    ...parts,
    text(8, 36 + rows.length * ROW + 18, 'logarithmic scale', 'font-size="11"'),
  ]);
}

/**
 * Lines over logarithmic scales both ways.
 *
 * @param series by name: `colour` and `points` as pairs of numbers above 0
 * @param xs the values named below
 */
export function lines(title, series, xs, { x: xName, y: yName }) {
  const [left, right, top, bottom] = [70, WIDTH - 190, 44, 270];
  const all = Object.values(series).flatMap(({ points }) => points);
  const scale = (values, from, to) => {
    const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.log10);
    return (value) => from + ((to - from) * (Math.log10(value) - low)) / (high - low || 1);
  };
  const low = 10 ** Math.floor(Math.log10(Math.min(...all.map(([, y]) => y))));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...all.map(([, y]) => y))));
  const atX = scale(xs, left, right);
  const atY = scale([low, high], bottom, top);
  const parts = [
    text(8, 38, yName, 'font-size="11"'),
    text(right, bottom + 36, xName, 'font-size="11" text-anchor="end"'),
  ];
  for (let value = low; value <= high; value *= 10) {
    const y = atY(value).toFixed(1);
    parts.push(`<line x1="${left}" x2="${right}" y1="${y}" y2="${y}" stroke="${COLOURS.line}"/>`);
    parts.push(
      text(left - 8, Number(y) + 4, value.toLocaleString('en-US'), 'text-anchor="end" font-size="11"'),
    );
  }
  for (const value of xs)
    parts.push(
      text(atX(value).toFixed(1), bottom + 20, value.toLocaleString('en-US'), 'text-anchor="middle"'),
    );
  // The names stand at the ends of their lines, apart from each other.
  let free = Number.NEGATIVE_INFINITY;
  const ends = Object.entries(series).sort(([, a], [, b]) => b.points.at(-1)[1] - a.points.at(-1)[1]);
  for (const [name, { colour, points }] of ends) {
    const path = points.map(([x, y]) => `${atX(x).toFixed(1)},${atY(y).toFixed(1)}`).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${COLOURS[colour]}" stroke-width="2"/>`);
    for (const [x, y] of points)
      parts.push(
        `<circle cx="${atX(x).toFixed(1)}" cy="${atY(y).toFixed(1)}" r="3.5" fill="${COLOURS[colour]}"/>`,
      );
    free = Math.max(free + 16, atY(points.at(-1)[1]) + 4);
    parts.push(text(right + 10, free.toFixed(1), name));
  }
  return svg(bottom + 50, title, parts);
}
