// Converts what it is sent, in a process of its own: some converters never come back from some texts.
import { loadPeer } from './peers.js';

const convert = await loadPeer(process.argv[2]);
process.on('message', async (markdown) => {
  const start = performance.now();
  try {
    const made = await convert(markdown);
    const ms = performance.now() - start;
    process.send({ kind: 'made', ms, made: markdown.length < 10_000 ? made : undefined });
  } catch (error) {
    process.send({
      kind: 'failed',
      ms: performance.now() - start,
      error: error instanceof Error ? error.name : 'error',
    });
  }
});
process.send({ kind: 'ready' });
