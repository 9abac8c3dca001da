import { handOver, install, main } from './prepare.mjs';

await main(async () => {
  await install();
  handOver('local.ts', ['dev-server.ts']);
});
