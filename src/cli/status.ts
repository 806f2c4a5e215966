import { openOperator, probe } from '../app.js';
import { loadSettings } from '../config/load.js';
import type { Settings } from '../config/settings.js';
import type { SlackSettings } from '../config/slack-settings.js';
import { createLogger } from '../eventlog/logger.js';
import type { Logger } from '../eventlog/logger-type.js';
import { DoorError } from '../operator/errors.js';
import type { Overview } from '../operator/operator.js';
import { StoreError } from '../store/errors.js';
import { EXIT } from './exit.js';
import { whyOff } from './listen.js';
import { withProgress } from './progress.js';
import { loopFinding, ticketFindings } from './status-outside.js';
import { type Finding, reportText, type StatusReport, worstFirst } from './status-report.js';
import { builtInFindings, sectionsWhileOff, settingsFindings, settingsSections } from './status-settings.js';
import { slackFindings } from './status-slack.js';
import { lagOf, stateFindings, stateSections } from './status-state.js';

/** What `status` is called with. */
export type StatusOptions = {
  config?: string | undefined;
  json?: boolean | undefined;
  probe?: boolean | undefined;
};

/**
 * Prints how things stand: what is wrong first, each with its fix, then what is set and what waits. Exits 0 when nothing is
 * wrong, 1 when something is.
 *
 * @throws ConfigError (exit 2) with everything that is wrong with the files
 */
export async function status(options: StatusOptions): Promise<void> {
  const settings = await loadSettings({ config: options.config, allowBuiltInChannel: true });
  const { slack } = settings;
  const report =
    slack.kind === 'on'
      ? await withProgress(
          'looking at how things stand',
          reportOf(settings, slack.settings, options.probe === true),
        )
      : reportWhileOff(settings, slack.reason);
  const findings = worstFirst(report.findings);
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify({ ok: isWell(findings), findings, ...report.data }, null, 2)}\n`
      : `${reportText({ ...report, findings })}\n`,
  );
  process.exitCode = isWell(findings) ? EXIT.done : EXIT.failed;
}

const isWell = (findings: readonly Finding[]) => !findings.some(({ level }) => level === 'problem');

function reportWhileOff(settings: Settings, reason: Parameters<typeof whyOff>[1]): Full {
  return {
    findings: [...builtInFindings(settings), { level: 'problem', ...whyOff(settings, reason) }],
    sections: sectionsWhileOff(settings),
    data: { files: settings.files },
  };
}

/** The report, and the same for a script. */
type Full = StatusReport & { data: { [key: string]: unknown } };

async function reportOf(settings: Settings, slack: SlackSettings, probed: boolean): Promise<Full> {
  const logger = createLogger({ level: 'error', format: settings.log.format });
  const state = await readState(settings, slack, logger);
  const now = Date.now();
  const findings = [...settingsFindings(settings, slack), ...state.findings];
  const sections = settingsSections(settings, slack);
  const behind = state.overview && (await lagOf(settings, state.overview));
  if (state.overview) {
    findings.push(...stateFindings(state.overview, slack.readMode === 'socket', now));
    sections.push(...stateSections(settings, state.overview, { where: state.where, behind }, now));
  }
  if (probed) {
    const { slack: facts, loop, github, item } = await probe(settings, slack, logger, state.workItem);
    const names = { bot: slack.botTokenEnv, app: slack.appTokenEnv };
    findings.push(
      ...slackFindings(facts, names, slack.readMode !== 'off'),
      // A token that is missing is a finding of the settings already.
      ...(settings.tokens.github() === undefined ? [] : ticketFindings(github, item)),
      loopFinding(settings.loopUrl, loop),
    );
  }
  if (findings.every(({ level }) => level === 'note')) {
    findings.push({
      level: 'ok',
      what: probed ? 'all well' : 'nothing wrong here (--probe asks Slack, GitHub and the-loop too)',
    });
  }
  const { bot, app, github, loop } = settings.tokens;
  const tokens = {
    [slack.botTokenEnv]: bot() !== undefined,
    [slack.appTokenEnv]: app() !== undefined,
    'GITHUB_TOKEN or GH_TOKEN': github() !== undefined,
    THE_LOOP_TOKEN: loop() !== undefined,
  };
  const { files, source } = settings;
  return {
    ...{ findings, sections },
    data: { files, slack, tokens, source, database: state.where, lagBytes: behind, state: state.overview },
  };
}

type State = {
  findings: Finding[];
  overview: Overview | undefined;
  where: string;
  /** The work item with the newest traffic. */
  workItem: string | undefined;
};

/** The app's own state; a database that cannot be read is a finding, and the rest of the report goes on. */
async function readState(settings: Settings, slack: SlackSettings, logger: Logger): Promise<State> {
  try {
    const operator = await openOperator(settings, slack, logger, 'status');
    try {
      const [overview, threads] = [await operator.overview(), await operator.threads()];
      const workItem = threads.find(({ workItem: ref }) => ref.startsWith('github:'))?.workItem;
      return { findings: [], overview, where: operator.where, workItem };
    } finally {
      await operator.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof DoorError)) throw error;
    const fix =
      error instanceof StoreError && error.code === 'unreachable'
        ? 'start the database, or correct DATABASE_URL'
        : undefined;
    return {
      findings: [{ level: 'problem', what: error.message, fix }],
      overview: undefined,
      where: '',
      workItem: undefined,
    };
  }
}
