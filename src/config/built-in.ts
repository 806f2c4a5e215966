import { z } from 'zod';
import type { LoopDocument } from './document.js';
import type { Problem } from './errors.js';

const slackSwitch = z.looseObject({ slack: z.looseObject({ enabled: z.unknown().optional() }) });

/** YAML 1.1, which the-loop may read, takes more words for yes than YAML 1.2: anything that is not plainly no counts. */
function isOn(enabled: unknown): boolean {
  if (enabled === undefined || enabled === null || enabled === false) return false;
  return !(typeof enabled === 'string' && /^(?:no|n|off|false|)$/i.test(enabled.trim()));
}

/** Whether the-loop's own Slack channel is on, by its own file. */
export function isBuiltInChannelOn(document: LoopDocument | undefined): boolean {
  const section = slackSwitch.safeParse(document?.channels);
  return section.success && isOn(section.data.slack.enabled);
}

/** What is wrong then: we replace it, and both would act on everything. `file` is the-loop's own. */
export function builtInProblem(file: string): Problem {
  return {
    file,
    path: 'channels.slack.enabled',
    problem:
      'is true: the-loop’s own Slack channel would post every question and act on every answer too; set it to false there (this app replaces it), or pass --allow-built-in-channel for a the-loop that has none',
  };
}
