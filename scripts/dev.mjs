import { handOver, install, main } from './prepare.mjs';

await main(async () => {
  await install();
  handOver('local.ts', [], { PCB_DEV: '1' });
});
