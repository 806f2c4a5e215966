import { UsageError } from './exit.js';

/** The file that `--config` names: an unset variable in a script must not be taken for the usual place. @throws UsageError */
export function configFile(name: string): string {
  if (name === '') throw new UsageError('--config: names no file');
  return name;
}
