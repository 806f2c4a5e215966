import { readFile, rename, writeFile } from 'node:fs/promises';

/**
 * The state file that the database takes the place of: every binding and cursor in one JSON document, held in memory, and
 * written anew at each change: to a file beside it, which is then renamed over it, so that a crash leaves the old or the new.
 */
export async function openJsonFile(file, bindings = {}) {
  const state = { bindings, cursors: {} };
  const byThread = new Map(
    Object.values(bindings).map((binding) => [`${binding.channel}:${binding.threadTs}`, binding]),
  );
  const save = async () => {
    await writeFile(`${file}.new`, JSON.stringify(state), { flush: true });
    await rename(`${file}.new`, file);
  };
  await save();
  return {
    byThread: async (channel, threadTs) => byThread.get(`${channel}:${threadTs}`),
    async bind(binding) {
      state.bindings[binding.workItem] = binding;
      byThread.set(`${binding.channel}:${binding.threadTs}`, binding);
      await save();
    },
    async moveCursor(name, position) {
      state.cursors[name] = position;
      await save();
    },
    size: async () => (await readFile(file)).length,
  };
}
