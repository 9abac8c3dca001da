import { handOver, install, main } from './prepare.mjs';

await main(async () => {
  await install();
  handOver('api-calls.ts', []);
});
