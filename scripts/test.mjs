import { handOver, install, main } from './prepare.mjs';

/** `npm test` (`-- static`, `-- unit`, `-- browser`) and, with `all` first, `npm run test:all` (`-- NAME`, `-- --rest`). */
await main(async () => {
  await install();
  handOver('test.ts', process.argv.slice(2));
});
