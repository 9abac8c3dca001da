import { fork } from 'node:child_process';

/** The process ended before it answered: it crashed, was too slow, or could not be started. */
export class WorkerEnded extends Error {
  constructor() {
    super('the process ended before it answered');
  }
}

/** In milliseconds; `longestWorkMs` is for one question, and those before it are added. */
interface Patience {
  idleBeforeStopMs: number;
  longestWorkMs: number;
}

type Ask<Question, Answer> = (question: Question) => Promise<Answer>;

/**
 * A program in a process of its own, which may crash without us, holds no secrets, and gives its memory back when nothing
 * was asked for a while. It is started by the first question and again by the first one after it ended.
 * @param program a module that calls `answerInTurn`
 * @returns asks one question; it throws `WorkerEnded` when no answer came
 */
export function workerProcess<Question, Answer>(program: URL, patience: Patience): Ask<Question, Answer> {
  let running: Ask<Question, Answer> | null = null;
  return (question) => {
    if (!running) {
      const started: Ask<Question, Answer> = start(program, patience, () => {
        if (running === started) running = null;
      });
      running = started;
    }
    return running(question);
  };
}

function start<Question, Answer>(
  program: URL,
  patience: Patience,
  forget: () => void,
): Ask<Question, Answer> {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  const rejectAll = () => {
    forget();
    for (const { reject } of waiting.values()) reject(new WorkerEnded());
    waiting.clear();
  };
  child.on('exit', rejectAll);
  child.on('error', rejectAll);
  child.on('message', ({ id, answer }: { id: number; answer: Answer }) => {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
    if (waiting.size > 0) return;
    clearTimeout(idle);
    idle = setTimeout(() => {
      forget();
      child.disconnect();
    }, patience.idleBeforeStopMs);
  });
  return (question) => {
    clearTimeout(idle);
    lastId += 1;
    const asked = Promise.withResolvers<Answer>();
    waiting.set(lastId, asked);
    const tooSlow = setTimeout(() => child.kill('SIGKILL'), patience.longestWorkMs * waiting.size);
    // A process that is just ending hears nothing; its end rejects all who wait.
    child.send({ id: lastId, question }, (failure) => failure && rejectAll());
    return asked.promise.finally(() => clearTimeout(tooSlow));
  };
}

/**
 * The other side, in the program itself: answers one question at a time, in the order of asking, and ends with its parent.
 * @param answer may not throw: what goes wrong is an answer too, or else ends the process
 * @param isUrgent whether a question goes before those that are not
 */
export function answerInTurn<Question, Answer>(
  answer: Ask<Question, Answer>,
  isUrgent: (question: Question) => boolean = () => false,
): void {
  const waiting: { id: number; question: Question }[] = [];
  let working = false;

  async function answerAll(): Promise<void> {
    working = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const answered = await answer(next.question);
      if (process.connected) process.send?.({ id: next.id, answer: answered });
    }
    working = false;
  }

  process.on('message', (asked: { id: number; question: Question }) => {
    const inNoHurry = isUrgent(asked.question)
      ? waiting.findIndex(({ question }) => !isUrgent(question))
      : -1;
    waiting.splice(inNoHurry < 0 ? waiting.length : inNoHurry, 0, asked);
    if (!working) void answerAll();
  });
}
