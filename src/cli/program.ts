import { Argument, Command } from 'commander';
import type { AskOptions } from './ask.js';
import { type ConfigOptions, config } from './config.js';
import { configFile } from './config-option.js';
import { type DigestOptions, digest } from './digest.js';
import type { ListenOptions } from './listen.js';
import { manifest } from './manifest.js';
import { type MigrateConfigOptions, migrateConfigFile } from './migrate-config.js';
import type { OperateOptions } from './operate.js';
import { OUTBOX_ACTIONS, type OutboxAction } from './outbox-actions.js';
import type { PollOptions } from './poll.js';
import type { PostOptions } from './post.js';
import type { RepliesOptions } from './replies.js';
import type { SandboxOptions } from './sandbox.js';
import type { StatusOptions } from './status.js';
import { version } from './version.js';

const CONFIG_FILE =
  'the configuration file (else $THE_LOOP_SLACK_CONFIG, .the-loop/slack.yaml, ~/.the-loop/slack.yaml)';

/** Every command of the app, with its options and help: the one place that names them. */
export const program = new Command('the-loop-slack')
  .description(
    'Answer your coding agents from Slack: the-loop’s questions in threads, answers back to ticket and session.',
  )
  .version(version(), '-V, --version', 'print the version')
  .exitOverride()
  .showHelpAfterError('(--help shows what there is)');

// Commands that run the app are loaded when they are called: the others need none of it, and start in a third of the time.
program
  .command('listen')
  .description('run the app beside the-loop: post its questions, take the answers')
  .option('--config <file>', CONFIG_FILE, configFile)
  .option('--allow-built-in-channel', 'run although the-loop’s own file has channels.slack.enabled: true')
  .addHelpText('after', '\nExample:\n  npm start -- --config .the-loop/slack.yaml')
  .action(async (options: ListenOptions) => (await import('./listen.js')).listen(options));

program
  .command('poll')
  .description(
    'fetch replies once, take them to ticket and session, and end: for deployments that run no listen',
  )
  .option('--config <file>', 'the configuration file', configFile)
  .option('--allow-built-in-channel', 'run although the-loop’s own file has channels.slack.enabled: true')
  .option('--json', 'as JSON')
  .addHelpText('after', '\nExample:\n  npm run -s cli -- poll --config .the-loop/slack.yaml')
  .action(async (options: PollOptions) => (await import('./poll.js')).poll(options));

program
  .command('status')
  .description(
    'what is wrong and how to mend it, then what is set, what waits and how far the-loop was heard',
  )
  .option('--probe', 'ask Slack, GitHub and the-loop too; nothing is changed anywhere')
  .option('--config <file>', 'the configuration file', configFile)
  .option('--json', 'as JSON')
  .addHelpText('after', '\nExample:\n  npm run -s cli -- status --probe')
  .action(async (options: StatusOptions) => (await import('./status.js')).status(options));

program
  .command('ask')
  .description('ask a question: on the ticket, in the event log, and in Slack')
  .requiredOption('--work-item <ref>', 'what it is about: github:owner/repo#15 or standing:name')
  .option('--question <text>', 'the question, as Markdown')
  .option('--question-file <file>', 'a file that holds it (- reads stdin)')
  .option('--config <file>', 'the configuration file', configFile)
  .option('--json', 'as JSON')
  .addHelpText(
    'after',
    '\nExample:\n  npm run -s cli -- ask --work-item github:octo/app#7 --question-file docs/examples/question.md',
  )
  .action(async (options: AskOptions) => (await import('./ask.js')).ask(options));

program
  .command('post')
  .description('tell Slack an event that the-loop records nowhere, such as from a hook of its graph')
  .requiredOption('--event <type>', 'its name in the catalog, such as decision-pending')
  .requiredOption('--work-item <ref>', 'what it is about: github:owner/repo#15 or standing:name')
  .option('--text <text>', 'what is told, as Markdown')
  .option('--text-file <file>', 'a file that holds it (- reads stdin)')
  .option('--url <url>', 'where people read more; the work item’s page unless given')
  .option('--config <file>', 'the configuration file', configFile)
  .option('--json', 'as JSON')
  .addHelpText(
    'after',
    '\nExample:\n  npm run -s cli -- post --event decision-pending --work-item github:octo/app#7 --text "Merge or wait?"',
  )
  .action(async (options: PostOptions) => (await import('./post.js')).post(options));

program
  .command('threads')
  .description('list the threads: work item, channel and thread, last traffic, open questions')
  .option('--config <file>', 'the configuration file', configFile)
  .option('--json', 'as JSON')
  .addHelpText('after', '\nExample:\n  npm run -s cli -- threads --json')
  .action(async (options: OperateOptions) => (await import('./threads.js')).threads(options));

program
  .command('outbox')
  .description('list what is not in Slack yet and why, or retry or drop one post')
  .addArgument(new Argument('[action]', 'what to do').choices(OUTBOX_ACTIONS).default('list'))
  .argument('[id]', 'the post’s id, or its beginning (retry, drop)')
  .option('--config <file>', 'the configuration file', configFile)
  .option('--json', 'as JSON')
  .addHelpText('after', '\nExample:\n  npm run -s cli -- outbox retry 3f2b9a1c')
  .action(async (action: OutboxAction, id: string | undefined, options: OperateOptions) =>
    (await import('./outbox.js')).outbox(action, id, options),
  );

program
  .command('replies')
  .description('list the accepted answers and how far each came, the newest first')
  .option('--work-item <ref>', 'only the answers about it: github:owner/repo#15 or standing:name')
  .option('--config <file>', 'the configuration file', configFile)
  .option('--json', 'as JSON')
  .addHelpText('after', '\nExample:\n  npm run -s cli -- replies --work-item github:octo/app#7')
  .action(async (options: RepliesOptions) => (await import('./replies.js')).replies(options));

program
  .command('manifest')
  .description('print the Slack app’s manifest, to be imported at api.slack.com/apps')
  .option('--json', 'as JSON')
  .addHelpText('after', '\nExample:\n  npm run -s cli -- manifest')
  .action((options: { json?: boolean }) => manifest(options));

program
  .command('migrate')
  .description('bring the database up to date, as listen does at its start')
  .option('--config <file>', 'the configuration file', configFile)
  .option('--json', 'as JSON')
  .addHelpText('after', '\nExample:\n  npm run -s cli -- migrate')
  .action(async (options: OperateOptions) => (await import('./migrate.js')).migrate(options));

program
  .command('sandbox')
  .description(
    'try the app without a workspace: a local Slack, ticket and session on loopback, the real app against them, and a page that shows it all',
  )
  .option('--headless', 'play one round and print it as JSON; exit 0 when the answer was delivered, else 1')
  .option('--ask <file>', 'the question, as Markdown (- reads stdin)')
  .option('--answer <text>', 'what the member replies in the thread (headless)')
  .option('--as <member>', 'who replies: the first who may unless given; U0MALLORY may not (headless)')
  .option('--config <file>', 'settings to try: a file with channels.slack', configFile)
  .option('--port <n>', 'the page’s port on 127.0.0.1 (a free one unless given)')
  .option('--open', 'open the page in a browser')
  .addHelpText('after', '\nExample:\n  npm run -s sandbox -- --headless --ask question.md --answer 2')
  .action(async (options: SandboxOptions) => (await import('./sandbox.js')).sandbox(options));

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

program
  .command('config')
  .description('print every setting, and where each came from; tokens as presence only')
  .option('--config <file>', CONFIG_FILE, configFile)
  .option('--init', 'write a commented configuration to start with; a file that is there stays as it is')
  .option('--json', 'as JSON')
  .addHelpText('after', '\nExample:\n  npm run -s cli -- config --json')
  .action((options: ConfigOptions) => config(options));

program
  .command('migrate-config')
  .description(
    'move an older configuration file forward: retired keys go, renamed keys are renamed, comments stay',
  )
  .argument('[file]', CONFIG_FILE)
  .option('--dry-run', 'print the file as it would be, and write nothing')
  .option('--json', 'as JSON')
  .addHelpText('after', '\nExample:\n  npm run -s cli -- migrate-config --dry-run .the-loop/slack.yaml')
  .action((file: string | undefined, options: MigrateConfigOptions) => migrateConfigFile(file, options));
