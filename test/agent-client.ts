import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The revision of the protocol without sessions, and those before it that the library speaks. */
export const eras = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

export type AgentFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Connects the official client in one revision of the protocol. */
export async function connectAgent(
  url: string | URL,
  { revision = '2026-07-28', fetch = globalThis.fetch }: { revision?: string; fetch?: AgentFetch } = {},
): Promise<Client> {
  const isModern = revision >= '2026-07-28';
  const client = new Client(
    { name: 'test', version: '1' },
    isModern
      ? { versionNegotiation: { mode: { pin: revision } } }
      : { supportedProtocolVersions: [revision] },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { fetch }));
  return client;
}

interface ToolResult {
  isError: boolean;
  /** All its text. */
  text: string;
  content: Record<string, unknown>;
}

/** Calls a tool, whose result the client checks against the tool's own schema. */
export async function callTool(client: Client, name: string, args: object = {}): Promise<ToolResult> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const parts = result.content as { type: string; text: string }[];
  return {
    isError: result.isError === true,
    text: parts.map(({ text }) => text).join('\n'),
    content: (result.structuredContent ?? {}) as Record<string, unknown>,
  };
}
