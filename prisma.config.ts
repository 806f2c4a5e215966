// `prisma generate` asks for a native schema engine it never runs; any existing file satisfies it,
// so the project installs on machines that cannot download one (contracts/toolchain.md).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
});
