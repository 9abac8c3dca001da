import { Agent, get, type IncomingMessage } from 'node:http';
import type { Figure, Place } from '../metric.ts';
import { startSite } from '../site.ts';

const inFlight = 200;

/** SIGTERM while 200 guests wait for pages that are rendered for each of them (T-104). */
export async function drain(place: Place): Promise<Figure[]> {
  const site = await startSite(place);
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  let sent = 0;
  let stopped: Promise<void> | undefined;
  const responses = Array.from({ length: inFlight }, (_, guest) =>
    load(`${site.url}/?guest=${guest}`, agent, () => {
      sent += 1;
      // Every request has been sent: the server is at work on all of them.
      if (sent === inFlight) stopped = site.stop();
    }),
  );
  const complete = (await Promise.all(responses)).filter((isComplete) => isComplete).length;
  await stopped;
  agent.destroy();
  return [
    {
      name: `Dropped of ${inFlight} requests in flight at SIGTERM`,
      value: inFlight - complete,
      max: 0,
    },
  ];
}

/** Whether the page arrived completely. */
function load(url: string, agent: Agent, sent: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response: IncomingMessage) => {
      response.resume();
      response.once('close', () => resolve(response.complete && response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
    request.once('socket', (socket) => socket.once('connect', () => setImmediate(sent)));
  });
}
