import autocannon from 'autocannon';

export interface Load {
  perSecond: number;
  p99Ms: number;
}

/** The load to send; by default GET requests that accept Brotli. */
type LoadOptions = ({ seconds: number } | { requests: number }) & {
  /** Threads that send; a single one sends fewer requests than a bare server can serve. */
  workers?: number;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** The one status that is no failure; any 2xx by default. */
  status?: number;
};

/** Repeats one request on concurrent connections; any response but 2xx, or but the one that `status` names, is a failure. */
export async function load(url: string, connections: number, options: LoadOptions): Promise<Load> {
  const { method = 'GET', headers, body, workers, status } = options;
  const result = await autocannon({
    url,
    connections,
    method,
    body,
    workers,
    ...('seconds' in options ? { duration: options.seconds } : { amount: options.requests }),
    headers: { 'Accept-Encoding': 'br', ...headers },
  });
  const refused = status
    ? result.requests.total - (result.statusCodeStats?.[status]?.count ?? 0)
    : result.non2xx;
  if (refused + result.errors + result.timeouts > 0) {
    throw new Error(`${url}: ${refused} refused, ${result.errors} failed, ${result.timeouts} late`);
  }
  return { perSecond: result.requests.total / result.duration, p99Ms: result.latency.p99 };
}
