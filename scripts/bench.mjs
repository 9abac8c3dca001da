import { findChromium } from './chromium.mjs';
import { build, handOver, install, main } from './prepare.mjs';

const groups = process.argv.slice(2);
const needsBrowser = groups.length === 0 || ['weight', 'booking'].some((name) => groups.includes(name));

/** `npm run bench -- NAME` measures one group alone; bench/main.ts names them. */
await main(async () => {
  await install();
  await build();
  handOver('../bench/main.ts', groups, needsBrowser ? { CHROMIUM_PATH: await findChromium() } : {});
});
