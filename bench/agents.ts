import { type Figure, median, type Place } from './metric.ts';
import { type Site, startSite } from './site.ts';

const warmUp = 200;
const runs = 300;
const revision = '2026-07-28';

/** Each request comes from an address of its own, because limits count per address. */
let requests = 0;
function someAddress(): string {
  requests += 1;
  return `198.${18 + (requests >> 16)}.${(requests >> 8) & 255}.${requests & 255}`;
}

async function send(url: string, headers: Record<string, string>, json?: object): Promise<string> {
  const response = await fetch(url, {
    method: json ? 'POST' : 'GET',
    headers: {
      ...(json && { 'Content-Type': 'application/json' }),
      'X-Forwarded-For': someAddress(),
      ...headers,
    },
    body: json && JSON.stringify(json),
  });
  const text = await response.text();
  if (!response.ok || text.includes('"isError":true')) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}

const accept = { Accept: 'application/json, text/event-stream' };

/** A call of a tool as clients of the newest revision send it. */
const callTool = (site: Site, name: string, args: object) =>
  send(
    `${site.url}/mcp`,
    { ...accept, 'MCP-Protocol-Version': revision, 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': revision,
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  );

/** The same call as clients before that revision send it. */
const callToolEarlier = (site: Site, name: string, args: object) =>
  send(`${site.url}/mcp`, accept, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

/** Measures a tool's median and that of the API's own call in turn, so that both meet the same machine. */
async function besideApi(tool: () => Promise<unknown>, api: () => Promise<unknown>): Promise<number> {
  const times = { tool: [] as number[], api: [] as number[] };
  for (let run = 0; run < warmUp + runs; run += 1) {
    const pair = [await milliseconds(api), await milliseconds(tool)] as const;
    if (run < warmUp) continue;
    times.api.push(pair[0]);
    times.tool.push(pair[1]);
  }
  return median(times.tool) / median(times.api);
}

const day = (fromNow: number): string =>
  new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);

/** Compares the calls of guests' agents with those of the API, over HTTP. */
export async function agents(place: Place): Promise<Figure[]> {
  const site = await startSite(place);
  try {
    const property = 'the-beachcomber';
    const stay = { checkin: day(200), checkout: day(207), guests: 2 };
    const dates = { from: day(10), to: day(70) };
    const query = (values: object) => new URLSearchParams(values as Record<string, string>);
    const free = () => send(`${site.url}/api/availability?${query(stay)}`, {});
    const calendar = () => send(`${site.url}/api/properties/${property}/calendar?${query(dates)}`, {});
    const quote = () => send(`${site.url}/api/quotes`, {}, { property, ...stay });
    const figures: Figure[] = [];
    for (const [era, call] of [
      ['', callTool],
      [', earlier revisions', callToolEarlier],
    ] as const) {
      const ratios: [string, number][] = [
        ['find_stays', await besideApi(() => call(site, 'find_stays', stay), free)],
        ['check_dates', await besideApi(() => call(site, 'check_dates', { property, ...dates }), calendar)],
        ['get_quote', await besideApi(() => call(site, 'get_quote', { property, ...stay }), quote)],
      ];
      for (const [name, value] of ratios)
        figures.push({ name: `${name} beside the API’s call${era}`, value, max: 1.5 });
    }
    return figures;
  } finally {
    await site.stop();
  }
}
