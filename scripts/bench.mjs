import { build, handOver, install, main } from './prepare.mjs';

/** `npm run bench -- NAME` measures only one group; bench/main.ts names them. */
await main(async () => {
  await install();
  if (process.argv[2] !== 'faults') await build();
  handOver('../bench/main.ts', process.argv.slice(2));
});
