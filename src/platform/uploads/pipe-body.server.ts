import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';

/** A slower upload is aborted, so that it holds no slot. */
const minRate = { ms: 20_000, bytes: 20_000 };

/** Read and discarded of a rejected body: a browser that is cut off while it sends shows a broken connection instead. */
export const discardLimit = { ms: 10_000, bytes: 256 * 1024 * 1024 };

interface BodyReading {
  /** Resolves when all is read and written; rejects when the body ends early or is too slow. */
  end: Promise<void>;
  /** Writes nothing more, and resolves when the rest is discarded. */
  stop(): Promise<void>;
}

export function pipeBody(
  body: ReadableStream<Uint8Array>,
  write: (chunk: Buffer, wrote: () => void) => void,
): BodyReading {
  const reader = body.getReader();
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  let arrived = 0;
  const read = async (): Promise<void> => {
    let discarded = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const chunk = Buffer.from(part.value);
      arrived += chunk.length;
      if (!isStopped)
        await Promise.race([stopped.promise, new Promise<void>((wrote) => write(chunk, wrote))]);
      else discarded += chunk.length;
      if (discarded > discardLimit.bytes) return;
    }
  };
  const { promise: tooSlow, reject: abort } = Promise.withResolvers<never>();
  let arrivedBefore = 0;
  const watch = setInterval(() => {
    if (arrived - arrivedBefore < minRate.bytes)
      abort(new AppError('invalid', 'The upload came too slowly and was stopped.'));
    arrivedBefore = arrived;
  }, minRate.ms);
  const completed = read();
  const end = Promise.race([completed, tooSlow]).finally(() => clearInterval(watch));
  const ended = end.then(() => (isStopped ? new Promise<void>(() => {}) : undefined));
  ended.catch(() => {});
  return {
    end: ended,
    async stop() {
      isStopped = true;
      stopped.resolve();
      const done = new AbortController();
      const pause = sleep(discardLimit.ms, undefined, { signal: done.signal }).catch(() => {});
      await Promise.race([end, pause]).catch(() => {});
      done.abort();
      clearInterval(watch);
    },
  };
}
