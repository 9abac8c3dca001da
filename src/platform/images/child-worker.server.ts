import { type ChildProcess, fork } from 'node:child_process';

/** The process ended before it answered: it crashed, was killed, was too slow, or could not be started. */
export class WorkerExited extends Error {
  constructor(how: string, cause?: unknown) {
    super(`the process ended before it answered (${how})`, { cause });
  }
}

interface Options<Question> {
  idleBeforeStopMs: number;
  /** For one question, from the moment the process is given it. */
  longestWorkMs: number;
  /** Whether a question goes before those that are not. */
  isHighPriority?(question: Question): boolean;
}

type Ask<Question, Answer> = (question: Question) => Promise<Answer>;

interface Task<Question, Answer> extends PromiseWithResolvers<Answer> {
  question: Question;
}

/**
 * A program in a process of its own, which may crash without us, holds no secrets, and gives its memory back when nothing
 * was asked for a while. It works on one question at a time, and is started again by the next one after it ended.
 * @param program a module that calls `answerInTurn`
 * @returns asks one question; it throws `WorkerEnded` when the process ended while it worked on it
 */
export function createWorker<Question, Answer>(
  program: URL,
  { idleBeforeStopMs, longestWorkMs, isHighPriority = () => false }: Options<Question>,
): Ask<Question, Answer> {
  const waiting: Task<Question, Answer>[] = [];
  let child: ChildProcess | undefined;
  /** Whether the process has answered before: then it works, and what it did not hear may be asked of another. */
  let hasAnswered = false;
  let current: Task<Question, Answer> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    hasAnswered = false;
    started.on('exit', (code, signal) => end(started, new WorkerExited(signal ?? `code ${code}`)));
    started.on('error', (cause) => end(started, new WorkerExited(cause.message, cause)));
    started.on('message', (answer: Answer) => {
      if (child !== started) return;
      hasAnswered = true;
      finish()?.resolve(answer);
      workOnNext();
    });
    return started;
  }

  function end(ended: ChildProcess | undefined, reason: WorkerExited): void {
    if (child !== ended) return;
    child = undefined;
    finish()?.reject(reason);
    workOnNext();
  }

  function finish(): Task<Question, Answer> | undefined {
    clearTimeout(timer);
    const finished = current;
    current = undefined;
    return finished;
  }

  function workOnNext(): void {
    if (current) return;
    clearTimeout(timer);
    current = waiting.shift();
    if (!current) {
      if (child) timer = setTimeout(stopIdle, idleBeforeStopMs);
      return;
    }
    try {
      child ??= start();
    } catch (cause) {
      end(undefined, new WorkerExited(String(cause), cause));
      return;
    }
    const working = child;
    timer = setTimeout(() => working.kill('SIGKILL'), longestWorkMs);
    working.send({ question: current.question }, (failure) => {
      if (failure) resend(working, failure);
    });
  }

  /** A process that died while idle, or is just ending, hears nothing. */
  function resend(ended: ChildProcess, failure: Error): void {
    if (child !== ended) return;
    if (!hasAnswered) {
      end(ended, new WorkerExited(failure.message, failure));
      return;
    }
    child = undefined;
    const task = finish();
    if (task) waiting.unshift(task);
    workOnNext();
  }

  function stopIdle(): void {
    const idle = child;
    child = undefined;
    if (idle?.connected) idle.disconnect();
  }

  return (question) => {
    const task = { question, ...Promise.withResolvers<Answer>() };
    const place = isHighPriority(question) ? waiting.findIndex((one) => !isHighPriority(one.question)) : -1;
    waiting.splice(place < 0 ? waiting.length : place, 0, task);
    workOnNext();
    return task.promise;
  };
}

/**
 * The other side, in the program itself: answers what its parent asks, and ends with it.
 * @param answer may not throw: what goes wrong is an answer too, or else ends the process
 */
export function serveRequests<Question, Answer>(answer: Ask<Question, Answer>): void {
  // Nobody is left to take an answer. Not `exit`, which would wait for the threads that work on one.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', async ({ question }: { question: Question }) => {
    const answered = await answer(question);
    if (process.connected) process.send?.(answered);
  });
}
