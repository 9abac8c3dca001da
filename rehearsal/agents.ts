import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Claims, exactly } from './claim.ts';
import { appUrl } from './proxy.ts';
import type { Visitor } from './visitor.ts';

/** As docs/operations.md has them. */
const callsPerMinute = 60;
const calls = 200;

/** The official client, whose requests take the visitor's way through the proxy. */
async function connect(guest: Visitor, isModern: boolean): Promise<Client> {
  const client = new Client(
    { name: 'rehearsal', version: '1' },
    isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  const fetch = async (input: string | URL, init?: RequestInit): Promise<Response> => {
    const { method, url, headers, ...request } = await readRequest(new Request(input, init));
    const reply = await guest.request(method, new URL(url).pathname, { ...request, headers });
    const bodyless = reply.status === 202 || reply.status === 204;
    return new Response(bodyless ? null : Uint8Array.from(reply.body), {
      status: reply.status,
      headers: { 'Content-Type': reply.headers['content-type'] ?? '' },
    });
  };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', appUrl), { fetch }));
  return client;
}

/** The visitor writes type and length of the body itself. */
async function readRequest(request: Request) {
  const body = await request.text();
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !/^content-/.test(name)));
  return { method: request.method, url: request.url, headers, ...(body && { json: JSON.parse(body) }) };
}

interface Home {
  slug: string;
  isFree: boolean;
  total: number;
}

const day = (fromNow: number): string =>
  new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);
const stay = { checkin: day(250), checkout: day(257), guests: 2 };

async function findHomes(client: Client): Promise<Home[]> {
  const { structuredContent } = await client.callTool({ name: 'find_stays', arguments: stay });
  return (structuredContent as { homes: Home[] }).homes.filter(({ isFree }) => isFree);
}

/** Guests' agents through the proxy: the same totals as the pages, and a limit for each of them. */
export const agents: Claims = async (stage) => {
  const guest = stage.visitor(await stage.addressFor(stage.sites[0]));
  const found = [await findHomes(await connect(guest, true)), await findHomes(await connect(guest, false))];
  const homes = found[0] ?? [];
  const totals = await Promise.all(
    homes.map(async ({ slug }) => {
      const quote = await guest.json<{ total: number }>('POST', '/api/quotes', { property: slug, ...stay });
      return quote.total;
    }),
  );
  const equal = found.filter(
    (list) => list.length > 0 && list.every(({ total }, at) => total === totals[at]),
  );

  const busy = stage.visitor(await stage.addressFor(stage.sites[1]));
  const client = await connect(busy, true);
  const call = () => client.callTool({ name: 'get_home', arguments: { property: homes[0]?.slug ?? '' } });
  const results = await Promise.all(Array.from({ length: calls }, call));
  const refused = results.filter(
    ({ isError, content }) => isError && JSON.stringify(content).includes('Please wait'),
  );
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const { status } = await busy.request('POST', '/mcp', { json: message });
  const foreign = await guest.request('POST', '/mcp', {
    json: message,
    headers: { Origin: 'https://evil.example' },
  });
  return [
    exactly('Eras of the protocol in which an agent gets the totals of the pages, of 2', equal.length, 2),
    exactly(
      `Calls of an agent in a minute that are answered, of ${calls}`,
      calls - refused.length,
      callsPerMinute,
    ),
    exactly('Calls above that which hear how long to wait', refused.length, calls - callsPerMinute),
    exactly('Other messages refused meanwhile, with 429', status === 429 ? 1 : 0, 1),
    exactly('Requests of another site’s page refused, with 403', foreign.status === 403 ? 1 : 0, 1),
  ];
};
