import { createClient } from '../../dist/store/client.js';
import { openServer } from '../../dist/store/server.js';
import { CLIENTS } from './pgbench.js';

/**
 * The same bare transactions as pgbench's, a second, through the client that the app uses and as many at once, with
 * nothing else to do.
 */
export async function prismaRate(url, seconds) {
  const server = openServer(url, CLIENTS);
  const prisma = createClient(server.adapter);
  try {
    let done = 0;
    const change = () => {
      const id = 1 + Math.floor(Math.random() * 1000);
      return prisma.$executeRaw`UPDATE bare SET step = step + 1 WHERE id = ${id}`;
    };
    const start = performance.now();
    const end = start + seconds * 1000;
    const work = async () => {
      while (performance.now() < end) {
        await change();
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
    return (1000 * done) / (performance.now() - start);
  } finally {
    await prisma.$disconnect();
    await server.close();
  }
}
