import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Header names and values in turn, and the body in base64. */
export interface BaselineResponse {
  headers: string[];
  body: string;
}

// The least that Node.js can do to serve HTTP: a process of its own that sends the same bytes to everyone.
process.once('message', ({ headers, body: encoded }: BaselineResponse) => {
  const body = Buffer.from(encoded, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
