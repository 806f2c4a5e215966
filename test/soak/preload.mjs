// Loaded before the real app in a child process (node --import).
import { register } from 'node:module';

if (process.env.SOAK_QUICKENED === '1') register('./paces.mjs', import.meta.url);

// A test run that is ended from outside leaves no replica behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
