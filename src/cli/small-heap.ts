import { setFlagsFromString } from 'node:v8';

/**
 * Imported before everything else. V8 lets a heap grow to several times what lives in it before it collects in earnest, and
 * more so on a machine with much memory. The app lives for weeks beside agents that need theirs: it collects when a tenth more
 * lives, and keeps room for few new objects, so that it stays within the bounds of test/soak/memory.test.ts.
 * `--optimize-for-size` does the same and takes half as much processor again, since it compiles worse as well.
 */
for (const flag of ['--heap-growing-percent=10', '--semi-space-growth-factor=1']) setFlagsFromString(flag);
