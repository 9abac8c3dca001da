import {
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaType,
  McpServer,
} from '@modelcontextprotocol/server';
import type { Args } from './actions.server.ts';
import { hostsTextNote } from './tool.schema.server.ts';
import { type AgentCall, callTool, readOnlyNote, tools } from './tools.server.ts';

/** The actions parse arguments as the API does, so that wrong arguments get the same messages. */
const unchecked = { getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) };

const toSchema = (schema: object) => fromJsonSchema<Args>(schema as JsonSchemaType, unchecked as never);

// The registrations are made only once; a server is made for each request.
const registrations = Object.entries(tools).map(([name, { title, description, input, output }]) => ({
  name,
  config: {
    title,
    description,
    inputSchema: toSchema(input),
    outputSchema: toSchema(output),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
}));

const instructions = `Beach homes in Panama City Beach, Florida, rented directly by their hosts. Dates are YYYY-MM-DD, amounts cents. ${readOnlyNote} ${hostsTextNote}`;

/** Makes the server of one request. */
function createAgentServer(call: AgentCall): McpServer {
  const server = new McpServer(
    { name: 'pcb-beach-rentals', title: 'PCB Beach Rentals', version: '1.0.0' },
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  for (const { name, config } of registrations)
    server.registerTool(name, config, (args) => callTool(call, name, args));
  return server;
}

/** Reads requests of the protocol. @param findCall what was counted of a request before it came here */
export const createAgentHandler = (findCall: (request: Request | undefined) => AgentCall) =>
  createMcpHandler(({ requestInfo }) => createAgentServer(findCall(requestInfo)), { maxSubscriptions: 0 });
