import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { MANIFEST_SCOPES, MESSAGE_EVENTS } from '../src/sandbox/slack/options.js';

const manifest = parse(readFileSync(new URL('../manifest.yml', import.meta.url), 'utf8'));

test('the manifest asks for the scopes and events that the app uses, and nothing more', () => {
  expect([...manifest.oauth_config.scopes.bot].sort()).toEqual([...MANIFEST_SCOPES].sort());
  expect([...manifest.settings.event_subscriptions.bot_events].sort()).toEqual(
    [...MESSAGE_EVENTS, 'app_home_opened'].sort(),
  );
  expect(manifest.features.app_home.home_tab_enabled).toBe(true);
});

test('Socket Mode and interactivity are on, so no address of ours is needed', () => {
  expect(manifest.settings).toMatchObject({ socket_mode_enabled: true, interactivity: { is_enabled: true } });
  expect(JSON.stringify(manifest)).not.toMatch(/request_url|redirect_urls/);
});

test('it stays within Slack’s own bounds for a manifest', () => {
  const { name, description, long_description: long } = manifest.display_information;
  expect(name.length).toBeLessThanOrEqual(35);
  expect(description.length).toBeLessThanOrEqual(140);
  expect(long.length).toBeGreaterThanOrEqual(175);
  expect(long.length).toBeLessThanOrEqual(4000);
});
