import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Choices } from './choices.js';
import { Page } from './page.js';
import type { Stage } from './stage.js';
import type { PageState } from './wire.js';

/** JSON that ends no script element. */
function embedded(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The page as HTML, whole before any script has run; its state goes along for the script. */
export function renderPage(state: PageState, choices: Choices): string {
  const stage: Stage = {
    state,
    choices,
    choose: () => undefined,
    send: async () => ({ ok: true }),
    tell: () => undefined,
  };
  const body = renderToString(h(Page, { stage, toasts: [], away: false }));
  return `<!doctype html>
<html lang="en" data-theme="${choices.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>the-loop on Slack · sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<div id="page">${body}</div>
<script type="application/json" id="state">${embedded(state)}</script>
</body>
</html>
`;
}
