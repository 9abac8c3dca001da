// `npm run api:calls`: writes docs/calls.md after a change of the API's calls.
import { writeFileSync } from 'node:fs';
import { callsFile, listCalls } from './list-calls.ts';

writeFileSync(callsFile, await listCalls());
