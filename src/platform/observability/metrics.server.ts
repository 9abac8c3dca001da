import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observe(method: string, route: string, status: number, seconds: number): void;
  text(): Promise<string>;
  contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, for requests that were not answered from the page cache',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  });
  const responses = new Counter({
    name: 'http_responses_total',
    help: 'Answers by status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  return {
    observe(method, route, status, duration) {
      seconds.observe({ method, route }, duration);
      responses.inc({ method, route, status });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
