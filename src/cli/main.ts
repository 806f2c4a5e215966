#!/usr/bin/env node
import './small-heap.js';
import { CommanderError } from 'commander';
import { EXIT, explain } from './exit.js';
import { program } from './program.js';

// A reader that has seen enough, such as head, ends us quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  process.stderr.write(`the result cannot be written (${error.code ?? error.name})\n`);
  process.exit(EXIT.failed);
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.wrong;
  } else {
    const { code, message } = explain(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = code;
  }
}
