import { type ChildProcess, fork } from 'node:child_process';

/** What is written on a picture that people see where a page is shared. */
export interface ShareWords {
  title: string;
  /** A short line above the title. */
  kicker: string;
  siteName: string;
}

export type DrawerAnswer = { id: number; jpeg: Uint8Array } | { id: number; problem: string };

interface Drawer {
  process: ChildProcess;
  waiting: Map<number, { resolve(jpeg: Buffer): void; reject(reason: Error): void }>;
  idle?: NodeJS.Timeout;
}

const idleBeforeStopMs = 2_000;
const longestDrawingMs = 20_000;

let drawer: Drawer | null = null;
let lastId = 0;

/**
 * Draws a JPEG of 1200 × 630 pixels: the words in the site's display face over a picture. It is drawn by a process of its
 * own, one at a time, which gives its memory back when nothing was asked for a while.
 * @param picture a JPEG of our own library, or `null` for a plain ground
 * @throws Error when the drawing failed
 */
export function drawSharePicture(words: ShareWords, picture: Buffer | null): Promise<Buffer> {
  drawer ??= startDrawer();
  const { process, waiting, idle } = drawer;
  clearTimeout(idle);
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const tooSlow = setTimeout(() => process.kill('SIGKILL'), longestDrawingMs * (waiting.size + 1));
    const settle = <A extends unknown[]>(settled: (...args: A) => void) => {
      return (...args: A) => {
        clearTimeout(tooSlow);
        settled(...args);
      };
    };
    waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
    process.send({ id, ...words, picture });
  });
}

function startDrawer(): Drawer {
  const child = fork(new URL('./share-drawer.server.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const started: Drawer = { process: child, waiting: new Map() };
  const forget = () => {
    if (drawer === started) drawer = null;
  };
  child.on('message', (answer: DrawerAnswer) => {
    const waiter = started.waiting.get(answer.id);
    started.waiting.delete(answer.id);
    if ('jpeg' in answer) waiter?.resolve(Buffer.from(answer.jpeg));
    else waiter?.reject(new Error(`a share picture could not be drawn: ${answer.problem}`));
    if (started.waiting.size > 0) return;
    clearTimeout(started.idle);
    started.idle = setTimeout(() => {
      forget();
      child.disconnect();
    }, idleBeforeStopMs);
  });
  child.on('exit', () => {
    forget();
    const gone = new Error('a share picture could not be drawn: its process ended');
    for (const waiter of started.waiting.values()) waiter.reject(gone);
    started.waiting.clear();
  });
  return started;
}
