import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A pattern of `.dockerignore` as Docker takes it: it means a path and everything below it. */
function patternOf(line: string): RegExp {
  const parts = line
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (part === '**' ? '**' : part.replace(/[.+^$()|{}\\]/g, '\\$&').replace(/\*+/g, '[^/]*')));
  const source = parts.join('/').replaceAll('**/', '(?:.*/)?').replaceAll('/**', '/.*');
  return new RegExp(`^${source}(?:/.*)?$`);
}

/** Whether a file goes into the build, by the text of a `.dockerignore`: the last line that means it decides. */
export function createLetsIn(dockerignore: string): (file: string) => boolean {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isIn: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
  return (file) => rules.findLast(({ pattern }) => pattern.test(file))?.isIn ?? true;
}

/** Copies into `to` what a build in a clean clone of `root` is given. */
export function layOutContext(root: string, to: string): void {
  const letsIn = createLetsIn(readFileSync(path.join(root, '.dockerignore'), 'utf8'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== '' && letsIn(name)))
    copy(path.join(root, file), path.join(to, file));
}

/** Copies into `to`, as the root of a file system, what the last stage of a Dockerfile takes of the build's `/app`. */
export function layOutLastStage(dockerfile: string, app: string, to: string): void {
  const stage = dockerfile.split(/^FROM .*$/m).at(-1) ?? '';
  for (const [, from = '', target = ''] of stage.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)) {
    const inFolder = target.endsWith('/') ? path.join(target, path.basename(from)) : target;
    copy(path.join(app, from), path.join(to, inFolder));
  }
}

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}
