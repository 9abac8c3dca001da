import autocannon from 'autocannon';

export interface Load {
  perSecond: number;
  p99Ms: number;
}

/** Asks for one address over and over on some connections at once; any other answer than 2xx is a failure. */
export async function load(
  url: string,
  connections: number,
  until: { seconds: number } | { requests: number },
): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
    headers: { 'Accept-Encoding': 'br' },
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed, ${result.timeouts} late`);
  }
  return { perSecond: result.requests.total / result.duration, p99Ms: result.latency.p99 };
}
