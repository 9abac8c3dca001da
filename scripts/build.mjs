import { build, install, main } from './prepare.mjs';

/** `npm run build`: what `npm start` does before it starts anything. */
await main(async () => {
  await install();
  await build();
});
