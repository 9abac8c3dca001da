import { build, handOver, install, main } from './prepare.mjs';

await main(async () => {
  await install();
  await build({ mode: 'watch' });
  handOver('local.ts', [], { PCB_DEV: '1' });
});
