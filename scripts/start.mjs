import { build, handOver, install, main } from './prepare.mjs';

await main(async () => {
  await install();
  await build();
  handOver('local.ts');
});
