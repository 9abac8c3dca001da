/** Runs one process of a program at a time. */
export interface Program<Ready> {
  /** Rejects when the program ends, or says that it cannot run, before it is ready. */
  ready: Promise<Ready>;
  /** Resolves with how it ended, for people: `exit code 1`. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

export interface Supervisor<Ready> {
  /**
   * Launches the program, in the place of the one that runs. Only what has been ready once is started again.
   * @throws what `ready` rejects with
   */
  start(): Promise<Ready>;
  /** Stops the program for good. */
  stop(): Promise<void>;
}

/** Pauses in milliseconds. */
interface Backoff {
  first: number;
  max: number;
  /** A run of this length resets the pause to the first. */
  resetAfter: number;
}

const defaultBackoff: Backoff = { first: 1_000, max: 30_000, resetAfter: 60_000 };

/**
 * Starts a program again whenever it ends by itself, after pauses that double.
 * @param name how a sentence begins: `The site`
 * @param report takes whole sentences for people
 */
export function supervise<Ready>(
  name: string,
  launch: () => Program<Ready>,
  report: (sentence: string) => void,
  options: Partial<Backoff> = {},
): Supervisor<Ready> {
  const backoff = { ...defaultBackoff, ...options };
  let current: Program<Ready> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let pauseMs = 0;
  let stopped = false;

  function run(isRetry: boolean): Program<Ready> {
    const program = isRetry ? launchAgain(launch) : launch();
    current = program;
    let readyAt: number | undefined;
    program.ready.then(
      () => {
        readyAt = Date.now();
        if (isRetry) report(`${name} is ready again.`);
      },
      (error: Error) => {
        if (isRetry && !stopped) report(error.message);
      },
    );
    program.ended.then((reason) => {
      const wasExpected = stopped || current !== program;
      if (wasExpected || (readyAt === undefined && !isRetry)) return;
      const ranMs = readyAt === undefined ? 0 : Date.now() - readyAt;
      pauseMs =
        ranMs >= backoff.resetAfter
          ? backoff.first
          : Math.min(Math.max(pauseMs * 2, backoff.first), backoff.max);
      report(`${name} ended by itself (${reason}); it is started again in ${pauseMs / 1000} s.`);
      retry = setTimeout(() => run(true), pauseMs);
    });
    return program;
  }

  async function end(): Promise<void> {
    clearTimeout(retry);
    const program = current;
    current = undefined;
    await program?.stop();
  }

  return {
    async start() {
      await end();
      if (stopped) throw new Error(`${name} was stopped.`);
      pauseMs = 0;
      return run(false).ready;
    },
    stop() {
      stopped = true;
      return end();
    },
  };
}

/** Launches a program; one that cannot even be launched has ended, and its next try comes after the next pause. */
function launchAgain<Ready>(launch: () => Program<Ready>): Program<Ready> {
  try {
    return launch();
  } catch (error) {
    return {
      ready: Promise.reject(error),
      ended: Promise.resolve('it could not be launched'),
      stop: async () => {},
    };
  }
}
