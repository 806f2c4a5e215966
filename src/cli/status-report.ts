/** `ok`: as it should be. `note`: worth knowing. `problem`: something does not work until it is mended. */
export type Finding = {
  level: 'ok' | 'note' | 'problem';
  what: string;
  /** One line that says how to mend it. */
  fix?: string | undefined;
};

/** Something that is as it should be. */
export const ok = (what: string): Finding => ({ level: 'ok', what });

/** Something that does not work, and how to mend it. */
export const problem = (what: string, fix: string | undefined): Finding => ({ level: 'problem', what, fix });

/** Lines under a title: what is set, or how things stand. No token and no text of anybody's. */
export type Section = { title: string; rows: readonly (readonly [name: string, value: string])[] };

/** What `status` found. `findings` come first, the worst at the top. */
export type StatusReport = { findings: readonly Finding[]; sections: readonly Section[] };

const ORDER = { problem: 0, note: 1, ok: 2 } as const;
const SIGNS = { problem: '[!]', note: '[?]', ok: ' ✓ ' } as const;

/** The findings, the worst first; those of one level keep their order. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => ORDER[a.level] - ORDER[b.level]);
}

/** The report for a terminal. */
export function reportText({ findings, sections }: StatusReport): string {
  const found = worstFirst(findings).flatMap(({ level, what, fix }) => [
    `${SIGNS[level]} ${what}`,
    ...(fix === undefined ? [] : [`    Fix: ${fix}`]),
  ]);
  const parts = sections.map(({ title, rows }) => {
    const width = Math.max(0, ...rows.map(([name]) => name.length));
    return [title, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)].join('\n');
  });
  return [...(found.length > 0 ? [found.join('\n')] : []), ...parts].join('\n\n');
}
