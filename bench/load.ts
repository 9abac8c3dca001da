import autocannon from 'autocannon';

export interface Load {
  perSecond: number;
  p99Ms: number;
}

/** How long to ask, and what; a GET that takes Brotli when nothing else is said. */
type Asked = ({ seconds: number } | { requests: number }) & {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
};

/** Asks for one address over and over on some connections at once; any other answer than 2xx is a failure. */
export async function load(url: string, connections: number, asked: Asked): Promise<Load> {
  const { method = 'GET', headers, body } = asked;
  const result = await autocannon({
    ...{ url, connections, method, body },
    ...('seconds' in asked ? { duration: asked.seconds } : { amount: asked.requests }),
    headers: { 'Accept-Encoding': 'br', ...headers },
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed, ${result.timeouts} late`);
  }
  return { perSecond: result.requests.total / result.duration, p99Ms: result.latency.p99 };
}
