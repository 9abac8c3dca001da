import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into every process of a site: each writes how late its event loop was, in ms, once a second. */
const folder = process.env.LOOP_LAG_DIR;
if (folder) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  // A process serves no guests while it starts.
  setTimeout(() => delays.enable(), 3_000).unref();
  setInterval(() => {
    const [p99, worst] = [delays.percentile(99) / 1e6, delays.max / 1e6];
    writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify({ p99, worst }));
  }, 1_000).unref();
}
