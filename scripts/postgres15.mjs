import { handOver, install, main } from './prepare.mjs';

await main(async () => {
  await install();
  handOver('postgres15.ts');
});
