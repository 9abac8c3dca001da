import { handOver, install, main } from './prepare.mjs';

await main(async () => {
  await install();
  handOver('restore.ts', process.argv.slice(2));
});
