import type { Problem } from './errors.js';
import { firstSaid, type Said, type Source } from './origin.js';

/** The-loop's own service address when nothing says otherwise. */
const DEFAULT_SERVICE = { host: '127.0.0.1', port: 4114 };

/** Where the-loop's service listens, and who said so. */
export type Service = {
  host: string;
  port: number;
  url: string;
  said: { host: Said<string> | undefined; port: Said<number> | undefined };
};

/** The address that `service.host` and `service.port` make. */
export function readService(sources: readonly Source[]): Service {
  const said = {
    host: firstSaid(sources, 'service.host', (document) => document.service?.host),
    port: firstSaid(sources, 'service.port', (document) => document.service?.port),
  };
  const host = said.host?.value ?? DEFAULT_SERVICE.host;
  const port = said.port?.value ?? DEFAULT_SERVICE.port;
  const written = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return { host, port, url: `http://${written}:${port}`, said };
}

/** What is wrong with that address; undefined when it is one. */
export function serviceProblem({ url, said }: Service): Problem | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address && address.pathname === '/' && address.username === '' && address.search === '')
    return undefined;
  return {
    file: said.host?.origin.file ?? '',
    path: 'service.host',
    problem: 'must be a host name or an address, and nothing else',
  };
}
