import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { agentFetch, postMessage } from '../../../test/mcp.ts';
import { anyAddress } from '../../../test/shop.ts';

const app = await testAppForFile();

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const call = (property: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_quote","arguments":{"property":${property}}}}`;

test.each([70, 90_000])('a message nested %i levels deep is no message for agents', async (levels) => {
  const response = await postMessage(agentFetch(app, anyAddress()), call(nested(levels)));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: -32700 } });
});
