import { handOver, install, main } from './prepare.mjs';

await main(async () => {
  await install();
  handOver('backup.ts', process.argv.slice(2));
});
