import type { AppProcess } from './app-process.js';
import type { DrawingSettings } from './document.js';
import { startWorld, type World } from './world.js';

/** What the app's process is doing: `down` was asked for, `ended` was not. */
export type AppState = 'starting' | 'up' | 'restarting' | 'down' | 'ended';

type Listener = () => void;

/**
 * The sandbox as it is now: one world, and the real app in it. Both can be replaced: the app by a kill, a restart or other
 * settings, the world by a reset. Changes of the app or the world run one after the other.
 */
export class Stage {
  #world: World;
  #app: AppProcess;
  #state: AppState = 'starting';
  #turn: Promise<unknown> = Promise.resolve();
  readonly #config: string | undefined;
  readonly #listeners = new Set<Listener>();
  readonly #end: (exitCode: number | null) => void;
  /** Resolves with the exit code once the app ended without being asked to. */
  readonly ended: Promise<number | null>;

  private constructor(world: World, config: string | undefined) {
    this.#config = config;
    let end: (exitCode: number | null) => void = () => undefined;
    this.ended = new Promise((resolve) => {
      end = resolve;
    });
    this.#end = end;
    this.#world = world;
    this.#app = this.#launch();
  }

  /** @throws ConfigError for an unreadable settings file */
  static async open(config: string | undefined): Promise<Stage> {
    return new Stage(await startWorld({ config }), config);
  }

  get world(): World {
    return this.#world;
  }

  get app(): AppProcess {
    return this.#app;
  }

  /** `starting` becomes `up` when the app has connected to both sides. */
  get state(): AppState {
    if (this.#state === 'starting' && this.#connected()) this.#state = 'up';
    return this.#state;
  }

  /** Calls `listener` when another world has taken the place of this one. */
  onReset(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once every change asked for so far is done. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /** Kills the app (SIGKILL) and leaves it down. */
  kill(): Promise<void> {
    return this.#inTurn(async () => {
      this.#state = 'down';
      await this.#app.kill();
    });
  }

  /** Starts the app again if it is down. */
  revive(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#state === 'down') this.#app = this.#launch();
    });
  }

  /** Has messages drawn by other settings; the app is restarted for it, unless it is down. */
  draw(settings: DrawingSettings): Promise<void> {
    return this.#inTurn(async () => {
      await this.#world.setDrawing(settings);
      if (this.#state === 'down') return;
      this.#state = 'restarting';
      await this.#app.stop();
      this.#app = this.#launch();
    });
  }

  /** Stops everything and starts anew: nothing of what was asked or answered is left. */
  reset(): Promise<void> {
    return this.#inTurn(async () => {
      this.#state = 'restarting';
      await this.#app.kill();
      const before = this.#world;
      this.#world = await startWorld({ config: this.#config });
      this.#app = this.#launch();
      // Whoever looks at the world between two turns must find one that is whole.
      for (const listener of [...this.#listeners]) listener();
      await before.close();
    });
  }

  /** Ends the app as an operator would, and everything around it. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      this.#state = 'down';
      await this.#app.stop();
      await this.#world.close();
    });
  }

  #connected(): boolean {
    return this.#world.slack.connections() > 0 && this.#world.loop.streams.count() > 0;
  }

  #launch(): AppProcess {
    const app = this.#world.startApp();
    this.#state = 'starting';
    app.ended.then((exitCode) => {
      if (this.#app !== app || this.#state === 'down' || this.#state === 'restarting') return;
      this.#state = 'ended';
      this.#end(exitCode);
    });
    return app;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
