import { setTimeout as sleep } from 'node:timers/promises';
import { inquire } from './inquiry.ts';
import type { Stage } from './stage.ts';
import type { Reply, Visitor } from './visitor.ts';

const readers = 12;
const writers = 5;
const checkers = 12;
const pauseMs = { reading: 40, writing: 200, hosting: 150, checking: 20 };
/** Stays below the limit of inquiries from one address; the next ones come from another. */
const inquiriesPerAddress = 8;
/** The cached home page, the home page rendered for one guest, the API, and another page. */
const paths = ['/', '/?guest=', '/api/properties', '/hosts'];

/** One request of the load and how it ended. */
export interface Outcome {
  method: 'GET' | 'POST';
  /** What the request writes, under a name of its own; empty when it writes nothing. */
  written: string;
  /** The `performance.now()` at which it was sent. */
  startedAt: number;
  endedAt: number;
  /** Null if the response is as expected. */
  failure: string | null;
}

export interface Load {
  outcomes: Outcome[];
  /** Lets the requests in flight finish and sends no more. */
  stop(): Promise<void>;
}

/**
 * Guests who read pages and send inquiries, hosts who add reviews, and programs that send an empty form many times a
 * second, from many addresses and so at both processes. These clients never send a request again.
 * @param hosts browsers in which the host is signed in
 */
export function startLoad(stage: Stage, hosts: Visitor[]): Load {
  const load = { outcomes: [] as Outcome[], isRunning: true };
  const people = [
    ...Array.from({ length: readers }, (_, at) => read(stage, load, at)),
    ...Array.from({ length: writers }, () => write(stage, load)),
    ...Array.from({ length: checkers }, (_, at) => sendNothing(stage, load, at)),
    ...hosts.map((host) => addReviews(host, load)),
  ];
  return {
    outcomes: load.outcomes,
    async stop() {
      load.isRunning = false;
      await Promise.all(people);
    },
  };
}

/** The writes that the site acknowledged. */
export const acknowledged = ({ outcomes }: Load): Outcome[] =>
  outcomes.filter(({ written, failure }) => written !== '' && failure === null);

/** The requests that failed; each kind of failure is printed. */
export function failures({ outcomes }: Load): Outcome[] {
  const failed = outcomes.filter(({ failure }) => failure !== null);
  const kinds = Map.groupBy(failed, ({ method, failure }) => `${method} failed: ${failure}`);
  for (const [kind, { length }] of kinds) console.log(`  ${length} × ${kind}`);
  return failed;
}

/** A guest waits no longer, and then gets what was asked for. */
export const longestWaitMs = 10_000;

export const longestMs = ({ outcomes }: Load): number =>
  Math.max(...outcomes.map(({ startedAt, endedAt }) => endedAt - startedAt));

interface RunningLoad {
  outcomes: Outcome[];
  isRunning: boolean;
}

async function read(stage: Stage, load: RunningLoad, at: number): Promise<void> {
  const guest = stage.visitor(`127.0.2.${at + 1}`);
  for (let turn = 0; load.isRunning; turn += 1) {
    const path = (paths[turn % paths.length] ?? '/').replace(/=$/, `=${at}-${turn}`);
    await record(load, { method: 'GET' }, () => guest.request('GET', path));
    await sleep(pauseMs.reading);
  }
  guest.close();
}

let lastAddress = 0;

async function write(stage: Stage, load: RunningLoad): Promise<void> {
  while (load.isRunning) {
    lastAddress += 1;
    const guest = stage.visitor(`127.1.${lastAddress >> 8}.${lastAddress & 255}`);
    for (let count = 0; count < inquiriesPerAddress && load.isRunning; count += 1) {
      const email = `load-${crypto.randomUUID()}@example.com`;
      await record(load, { method: 'POST', written: email }, () => inquire(guest, email));
      await sleep(pauseMs.writing);
    }
    guest.close();
  }
}

/** Unlike an inquiry, a review that arrives twice is stored twice. */
async function addReviews(host: Visitor, load: RunningLoad): Promise<void> {
  while (load.isRunning) {
    const name = `load ${crypto.randomUUID()}`;
    const json = { guest_name: name, rating: 5, review_html: 'A fine week.' };
    await record(load, { method: 'POST', written: name, status: 201 }, () =>
      host.request('POST', '/api/tables/reviews', { json }),
    );
    await sleep(pauseMs.hosting);
  }
}

/** A rejection costs next to nothing, so many of these requests meet the moment at which a process ends. */
async function sendNothing(stage: Stage, load: RunningLoad, at: number): Promise<void> {
  const guest = stage.visitor(`127.0.3.${at + 1}`);
  while (load.isRunning) {
    await record(load, { method: 'POST', status: 404 }, () =>
      guest.request('POST', '/api/forms/submit', { json: {} }),
    );
    await sleep(pauseMs.checking);
  }
  guest.close();
}

interface Wanted {
  method: Outcome['method'];
  written?: string;
  /** 200 if left out. */
  status?: number;
}

async function record(
  load: RunningLoad,
  { method, written = '', status = 200 }: Wanted,
  send: () => Promise<Reply>,
): Promise<void> {
  const startedAt = performance.now();
  const failure = await send().then(
    (reply) => (reply.status === status ? null : `${reply.status} ${reply.body.subarray(0, 200)}`),
    (error: Error) => error.message,
  );
  load.outcomes.push({ method, written, startedAt, endedAt: performance.now(), failure });
}
