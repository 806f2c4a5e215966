#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { type DigestOptions, digest } from './digest.js';
import { EXIT, explain } from './exit.js';
import { type ListenOptions, listen } from './listen.js';
import { poll } from './poll.js';
import { type SandboxOptions, sandbox } from './sandbox.js';

const program = new Command('the-loop-slack')
  .description(
    'Answer your coding agents from Slack: the-loop’s questions in threads, answers back to ticket and session.',
  )
  .exitOverride()
  .showHelpAfterError('(--help shows what there is)');

program
  .command('listen')
  .description('run the app beside the-loop: post its questions, take the answers')
  .option(
    '--config <file>',
    'the configuration file (else $THE_LOOP_SLACK_CONFIG, .the-loop/slack.yaml, ~/.the-loop/slack.yaml)',
  )
  .option('--allow-built-in-channel', 'run although the-loop’s own file has channels.slack.enabled: true')
  .addHelpText('after', '\nExample:\n  npm start -- --config .the-loop/slack.yaml')
  .action((options: ListenOptions) => listen(options));

program
  .command('poll')
  .description(
    'fetch replies once, take them to ticket and session, and end: for deployments that run no listen',
  )
  .option('--config <file>', 'the configuration file')
  .option('--allow-built-in-channel', 'run although the-loop’s own file has channels.slack.enabled: true')
  .addHelpText('after', '\nExample:\n  npm run -s cli -- poll --config .the-loop/slack.yaml')
  .action((options: ListenOptions) => poll(options));

program
  .command('sandbox')
  .description(
    'try the app without a workspace: a local Slack, ticket and session on loopback, and the real app against them',
  )
  .option('--headless', 'play one round and print it as JSON; exit 0 when the answer was delivered, else 1')
  .option('--ask <file>', 'the question, as Markdown (- reads stdin)')
  .option('--answer <text>', 'what the member replies in the thread (headless)')
  .option('--as <member>', 'who replies: the first who may unless given; U0MALLORY may not (headless)')
  .option('--config <file>', 'settings to try: a file with channels.slack')
  .addHelpText('after', '\nExample:\n  npm run -s sandbox -- --headless --ask question.md --answer 2')
  .action((options: SandboxOptions) => sandbox(options));

program
  .command('digest')
  .description(
    'print what Slack would show of a Markdown text: the digest, or the text whole when it is short',
  )
  .argument('[file]', 'a Markdown file; stdin when it is - or not given', '-')
  .option('--max-chars <n>', 'the most characters it may have, 200 to 3000', '1500')
  .option('--mode <mode>', 'digest or truncate', 'digest')
  .option('--url <url>', 'where the full text is, for the closing line')
  .option(
    '--format <format>',
    'text, json (with the ask, choices and pointers) or blocks (Block Kit)',
    'text',
  )
  .addHelpText('after', '\nExample:\n  npm run -s cli -- digest --max-chars 700 docs/examples/question.md')
  .action((file: string, options: DigestOptions) => digest(file, options));

// A reader that has seen enough, such as head, ends us quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
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
