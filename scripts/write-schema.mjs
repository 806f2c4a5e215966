// Writes docs/config/schema.json from the zod schema: npm run schema.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { configSchemaText, SCHEMA_FILE } from '../dist/config/schema.js';

await mkdir(path.dirname(SCHEMA_FILE), { recursive: true });
await writeFile(SCHEMA_FILE, configSchemaText());
