/** One thing that is wrong in a configuration: where it stands, and what would be right. */
export type Problem = { file: string; path: string; problem: string };

/** The configuration cannot be used; `problems` lists every one, not just the first. */
export class ConfigError extends Error {
  readonly code = 'invalid_config';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], options?: { cause?: unknown }) {
    super(
      problems
        .map(({ file, path, problem }) => `${file}: ${path === '' ? '' : `${path}: `}${problem}`)
        .join('\n'),
      options,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
