import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

/** The two entries of wasm-bindgen's glue that the package's types leave out. */
type Glue = {
  __wbg_set_wasm(exports: Record<string, unknown>): void;
  SchemaEngine: {
    new: (
      options: { datamodels: [string, string][] },
      log: (line: string) => void,
      adapter: ReturnType<typeof bindMigrationAwareSqlAdapterFactory>,
    ) => Promise<SchemaEngine>;
  };
};

function isGlue(module: object): module is Glue {
  return '__wbg_set_wasm' in module && 'SchemaEngine' in module;
}

/**
 * The engine's imports, its timer replaced by one that does not keep the process alive: it arms a 10 s time-out for
 * its own advisory lock and never clears it, so a command would hang that long after its work is done.
 */
function imports(): Record<string, unknown> {
  const timer = (callback: () => void, ms: number) => setTimeout(callback, ms >>> 0).unref();
  return Object.fromEntries(
    Object.entries<unknown>({ ...bindings }).map(([name, value]) => [
      name,
      name.startsWith('__wbg_setTimeout_') ? timer : value,
    ]),
  );
}

let loaded: Promise<Glue> | undefined;

async function load(): Promise<Glue> {
  const glue: object = bindings;
  if (!isGlue(glue)) throw new TypeError('@prisma/schema-engine-wasm does not export what 7.10.0 exports');
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const bytes = await readFile(new URL('schema_engine_bg.wasm', `file://${entry}`));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': imports() });
  glue.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === 'function') start();
  return glue;
}

/**
 * Prisma's schema engine in WebAssembly over a driver adapter: the native engine's migrations on machines that
 * cannot download it (contracts/toolchain.md). The WASM module is loaded once a process; free the engine after use.
 */
export async function openSchemaEngine(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  schema: string,
): Promise<SchemaEngine> {
  loaded ??= load();
  const glue = await loaded;
  return glue.SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
}
