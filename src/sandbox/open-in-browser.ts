import { spawn } from 'node:child_process';

const COMMANDS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Opens an address in the user's browser, as the system does it; `onFailure` is called when it cannot. */
export function openInBrowser(url: string, onFailure: () => void): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', onFailure);
  child.once('exit', (code) => {
    if (code !== 0) onFailure();
  });
  child.unref();
}
