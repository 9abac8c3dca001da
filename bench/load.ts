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
};

/** Repeats one request on concurrent connections; any response but 2xx is a failure. */
export async function load(url: string, connections: number, options: LoadOptions): Promise<Load> {
  const { method = 'GET', headers, body, workers } = options;
  const result = await autocannon({
    url,
    connections,
    method,
    body,
    workers,
    ...('seconds' in options ? { duration: options.seconds } : { amount: options.requests }),
    headers: { 'Accept-Encoding': 'br', ...headers },
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed, ${result.timeouts} late`);
  }
  return { perSecond: result.requests.total / result.duration, p99Ms: result.latency.p99 };
}
