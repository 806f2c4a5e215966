/** One thing that is wrong in a configuration: where it stands, and what would be right. */
export type Problem = { file: string; path: string; problem: string };

/** A problem as people read it: the file, the path in it, what is wrong. */
export function describeProblem({ file, path, problem }: Problem): string {
  return `${file}: ${path === '' ? '' : `${path}: `}${problem}`;
}

/** The configuration cannot be used; `problems` lists every one, not just the first. */
export class ConfigError extends Error {
  readonly code = 'invalid_config';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], options?: { cause?: unknown }) {
    super(problems.map(describeProblem).join('\n'), options);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
