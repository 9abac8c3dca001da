import pino from 'pino';

const collectMs = 100;
const maxLines = 500;
/** Lines that nobody waits for; a warning or an error is written at once, with all before it. */
const canWait = /^\{"level":[123]0,/;

/**
 * Standard output for log lines, which are collected for a tenth of a second: a write for each would cost a fifth of the
 * cached page that it tells of. Whatever is left when the process ends is written then, unless it is killed.
 */
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
