#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { EXIT, explain } from './exit.js';
import { type ListenOptions, listen } from './listen.js';
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
  .command('sandbox')
  .description(
    'try the app without a workspace: a local Slack, ticket and session on loopback, and the real app against them',
  )
  .option('--headless', 'play one round and print it as JSON; exit 0 when the answer was delivered, else 1')
  .option('--ask <file>', 'the question, as Markdown (- reads stdin)')
  .option('--answer <text>', 'what the member replies in the thread (headless)')
  .option('--as <member>', 'who replies: U0ALICE is authorized, U0MALLORY is not (headless)')
  .option('--config <file>', 'settings to try: a file with channels.slack')
  .addHelpText('after', '\nExample:\n  npm run -s sandbox -- --headless --ask question.md --answer 2')
  .action((options: SandboxOptions) => sandbox(options));

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
