import { hydrate } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Choices, COOKIE, parseChoices, readChoices, writeChoices } from './choices.js';
import { Page, type Toast } from './page.js';
import type { Action, Outcome, PageState, PartName } from './wire.js';

/** How long something told stays on the screen, in milliseconds. */
const TOLD_MS = 6_000;

/** How long the server may be gone before the page says so, in milliseconds. */
const AWAY_MS = 2_000;

const PARTS: readonly PartName[] = ['slack', 'ticket', 'session', 'draft', 'app'];

async function post(action: Action): Promise<Outcome> {
  try {
    const response = await fetch('/act', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(action),
    });
    // What our own server answers has this shape; it is on the same build as this script.
    const outcome: Outcome = await response.json();
    return outcome;
  } catch {
    return { ok: false, problem: 'The sandbox does not answer.' };
  }
}

function useToasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const last = useRef(0);
  const tell = useCallback((words: string, kind: 'note' | 'problem' = 'note') => {
    last.current += 1;
    const id = last.current;
    setToasts((now) => [...now.slice(-2), { id, words, kind }]);
    setTimeout(() => setToasts((now) => now.filter((toast) => toast.id !== id)), TOLD_MS);
  }, []);
  return { toasts, tell };
}

/** Keeps the state as the server has it; `away` once the server has been gone for a while. */
function useLive(initial: PageState) {
  const [state, setState] = useState(initial);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const source = new EventSource('/live');
    let timer: ReturnType<typeof setTimeout> | undefined;
    for (const part of PARTS) {
      source.addEventListener(part, ({ data }) => {
        setState((now) => ({ ...now, [part]: JSON.parse(data) }));
      });
    }
    source.addEventListener('open', () => {
      clearTimeout(timer);
      timer = undefined;
      setAway(false);
      document.documentElement.dataset.live = 'true';
    });
    source.addEventListener('error', () => {
      timer ??= setTimeout(() => setAway(true), AWAY_MS);
    });
    return () => source.close();
  }, []);
  return { state, away };
}

/** The window is too narrow for a desktop; as in the style sheet. */
const NARROW = '(max-width: 640px)';

/** Whether the window is narrow now. The server cannot know, so the first drawing takes it for wide. */
function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(false);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const look = () => setNarrow(query.matches);
    look();
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return narrow;
}

function Live({ initial, setUp }: { initial: PageState; setUp: Choices }) {
  const { state, away } = useLive(initial);
  const [choices, setChoices] = useState(setUp);
  const { toasts, tell } = useToasts();
  const choose = useCallback((change: Partial<Choices>) => setChoices((now) => ({ ...now, ...change })), []);
  const send = useCallback(
    async (action: Action) => {
      const outcome = await post(action);
      if (!outcome.ok) tell(outcome.problem, 'problem');
      else if (outcome.note !== undefined) tell(outcome.note);
      return outcome;
    },
    [tell],
  );
  // The page comes as the tab used last left it; this one may have been set up otherwise.
  useEffect(() => {
    const kept = sessionStorage.getItem(COOKIE);
    if (kept !== null) setChoices(parseChoices(kept));
  }, []);
  useEffect(() => {
    sessionStorage.setItem(COOKIE, JSON.stringify(choices));
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every browser yet
    document.cookie = writeChoices(choices);
    document.documentElement.dataset.theme = choices.theme;
  }, [choices]);
  const narrow = useNarrow();
  const stage = useMemo(() => {
    const shown: Choices = narrow ? { ...choices, device: 'phone' } : choices;
    return { state, choices: shown, choose, send, tell };
  }, [state, choices, narrow, choose, send, tell]);
  return <Page stage={stage} toasts={toasts} away={away} />;
}

const root = document.getElementById('page');
const data = document.getElementById('state')?.textContent;
if (root && data) {
  hydrate(<Live initial={JSON.parse(data)} setUp={readChoices(document.cookie)} />, root);
}
