import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../../shared/errors.ts';

/** The process ended before it responded: it crashed, was killed, was too slow, or could not be started. */
export class WorkerExited extends Error {
  constructor(how: string, cause?: unknown) {
    super(`the process ended before it answered (${how})`, { cause });
  }
}

/** Too many requests wait for the process. */
export class WorkerBusy extends Error {}

/**
 * Converts the end of the process, a full queue and an aborted request to an AppError; rethrows other errors.
 * @returns throws AppError `unavailable`
 */
export const throwUnavailable =
  (message: string) =>
  (cause: unknown): never => {
    const isAborted = cause instanceof Error && cause.name === 'AbortError';
    if (!isAborted && !(cause instanceof WorkerExited) && !(cause instanceof WorkerBusy)) throw cause;
    throw new AppError('unavailable', message, { retryAfterSeconds: 10, cause });
  };

interface WorkerOptions<Request> {
  /** The number of waiting requests of one priority beyond which a request is rejected. */
  maxWaiting: number;
  idleBeforeStopMs: number;
  maxWorkMs: number;
  /** The additional time for the first request, because the start takes seconds on a busy machine. */
  maxStartMs?: number;
  /** Options of Node.js, such as limits of its memory. */
  execArgv?: string[];
  /** The whole environment of the process; empty by default. */
  env?: Record<string, string>;
  isHighPriority?(request: Request): boolean;
}

interface WorkerTask<Request, Response> extends PromiseWithResolvers<Response> {
  request: Request;
  isHighPriority: boolean;
}

interface SendOptions {
  /** Removes the request from the queue while it waits. */
  signal?: AbortSignal | undefined;
  /** Whether it goes before other requests; by default the worker's `isHighPriority`. */
  isHighPriority?: boolean;
}

/**
 * Runs a program in a process of its own, which may crash without us, holds no secrets, and frees its memory when idle. It
 * works on one request at a time, and is started again by the next one.
 * @param program a module that calls `serveRequests`
 * @returns sends one request; throws `WorkerExited` when the process ended while it worked on it, `WorkerBusy` when too many
 * wait, and the reason of its signal
 */
export function createWorker<Request, Response>(
  program: URL,
  options: WorkerOptions<Request>,
): (request: Request, options?: SendOptions) => Promise<Response> {
  const worker = new ChildWorker<Request, Response>(program, options);
  return (request, how) => worker.send(request, how);
}

class ChildWorker<Request, Response> {
  readonly #program: URL;
  readonly #options: WorkerOptions<Request>;
  readonly #waiting: WorkerTask<Request, Response>[] = [];
  #child: ChildProcess | undefined;
  /**
   * Whether the process has responded before: then it works, and requests that it did not receive may be sent to
   * another one.
   */
  #hasResponded = false;
  #current: WorkerTask<Request, Response> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(program: URL, options: WorkerOptions<Request>) {
    this.#program = program;
    this.#options = options;
  }

  async send(
    request: Request,
    { signal, isHighPriority = this.#options.isHighPriority?.(request) ?? false }: SendOptions = {},
  ): Promise<Response> {
    signal?.throwIfAborted();
    const { maxWaiting } = this.#options;
    const before = this.#waiting.filter((other) => other.isHighPriority === isHighPriority);
    if (before.length >= maxWaiting) throw new WorkerBusy(`${maxWaiting} requests wait already`);
    const task = { request, isHighPriority, ...Promise.withResolvers<Response>() };
    const place = isHighPriority ? this.#waiting.findIndex((other) => !other.isHighPriority) : -1;
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, task);
    const remove = () => {
      const index = this.#waiting.indexOf(task);
      if (index < 0) return;
      this.#waiting.splice(index, 1);
      task.reject(signal?.reason);
    };
    signal?.addEventListener('abort', remove, { once: true });
    this.#startNext();
    try {
      return await task.promise;
    } finally {
      signal?.removeEventListener('abort', remove);
    }
  }

  #fork(): ChildProcess {
    const child = fork(this.#program, {
      serialization: 'advanced',
      execArgv: this.#options.execArgv ?? [],
      env: this.#options.env ?? {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#hasResponded = false;
    child.on('exit', (code, signal) => this.#end(child, new WorkerExited(signal ?? `code ${code}`)));
    child.on('error', (cause) => this.#end(child, new WorkerExited(cause.message, cause)));
    child.on('message', (response: Response) => {
      if (this.#child !== child) return;
      this.#hasResponded = true;
      this.#takeCurrent()?.resolve(response);
      this.#startNext();
    });
    return child;
  }

  #end(child: ChildProcess | undefined, reason: WorkerExited): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#takeCurrent()?.reject(reason);
    this.#startNext();
  }

  #takeCurrent(): WorkerTask<Request, Response> | undefined {
    clearTimeout(this.#timer);
    const current = this.#current;
    this.#current = undefined;
    return current;
  }

  #startNext(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    this.#current = this.#waiting.shift();
    if (!this.#current) {
      if (this.#child) this.#timer = setTimeout(() => this.#stopIdle(), this.#options.idleBeforeStopMs);
      return;
    }
    try {
      this.#child ??= this.#fork();
    } catch (cause) {
      this.#end(undefined, new WorkerExited(String(cause), cause));
      return;
    }
    const child = this.#child;
    const { maxWorkMs, maxStartMs = 0 } = this.#options;
    const maxMs = maxWorkMs + (this.#hasResponded ? 0 : maxStartMs);
    const task = this.#current;
    // A response that came while this process was paused is read before the immediate runs.
    const end = () => this.#current === task && child.kill('SIGKILL');
    this.#timer = setTimeout(() => setImmediate(end), maxMs);
    child.send({ request: task.request }, (failure) => {
      if (failure) this.#resend(child, failure);
    });
  }

  /** A process that died while idle, or is just ending, receives nothing. */
  #resend(child: ChildProcess, failure: Error): void {
    if (this.#child !== child) return;
    if (!this.#hasResponded) {
      this.#end(child, new WorkerExited(failure.message, failure));
      return;
    }
    this.#child = undefined;
    const task = this.#takeCurrent();
    if (task) this.#waiting.unshift(task);
    this.#startNext();
  }

  #stopIdle(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.connected) child.disconnect();
  }
}

/** Runs in the child process, responds to requests, and ends with its parent. @param respond ends the process if it throws */
export function serveRequests<Request, Response>(respond: (request: Request) => Promise<Response>): void {
  // The process kills itself: `exit` would wait for threads that work on a response that has no receiver.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', async ({ request }: { request: Request }) => {
    const response = await respond(request);
    if (process.connected) process.send?.(response);
  });
}
