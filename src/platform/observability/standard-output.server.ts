import pino from 'pino';

const collectMs = 100;
const maxLines = 500;
/** Below a warning, which is written at once with all lines before it. */
const canWait = /^\{"level":[123]0,/;

/** Collects log lines for 0.1 s, and until the exit: a write for each would cost a fifth of a cached page. */
export function standardOutput(): pino.DestinationStream {
  const output = pino.destination({ dest: 1, sync: false });
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isFlushedAtExit = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length > 0) output.write(lines.join(''));
    lines = [];
  }
  function flushAtExit(): void {
    flush();
    output.flushSync();
  }

  return {
    write(line) {
      if (!isFlushedAtExit) process.once('exit', flushAtExit);
      isFlushedAtExit = true;
      lines.push(line);
      timer ??= setTimeout(flush, collectMs).unref();
      if (lines.length >= maxLines || !canWait.test(line)) flush();
    },
  };
}
