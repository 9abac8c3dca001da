import { compareToBaseline } from './compare-to-baseline.ts';
import { load } from './load.ts';
import type { Figure, Place } from './metric.ts';
import { memoryMb, processorSeconds } from './processes.ts';
import { type Site, startSite } from './site.ts';

const renders = 50_000;
/** Renders after which the process has its final size. */
const warmUp = 15_000;
const sampleEvery = 5_000;

/** The home page rendered for each visitor: how fast, and whether the process grows. */
export async function rendering(place: Place): Promise<Figure[]> {
  const site = await startSite(place);
  try {
    // An address with a query is rendered for each visitor.
    const home = `http://127.0.0.1:${place.port}/?visit=1`;
    const result = await compareToBaseline(home, { connections: 8, rounds: 5, seconds: 4 });
    const before = processorSeconds(site.appPid);
    const samples = await renderMany(site, home);
    const seconds = processorSeconds(site.appPid) - before;
    const settled = samples.slice(warmUp / sampleEvery - 1);
    return [
      { name: 'Home page, rendered', value: result.site.perSecond, unit: 'requests/s' },
      { name: 'A bare server, the same bytes', value: result.bare.perSecond, unit: 'requests/s' },
      { name: 'How many times slower rendering is', value: 1 / result.perSecondRatio, max: 60 },
      { name: 'Renders in a second of processor time', value: renders / seconds },
      {
        name: `Growth over ${renders.toLocaleString('en-US')} renders, after ${warmUp.toLocaleString('en-US')}`,
        value: (settled.at(-1) ?? Number.NaN) - (settled[0] ?? Number.NaN),
        unit: 'MB',
        max: 20,
      },
      { name: 'Memory after them', value: samples.at(-1) ?? Number.NaN, unit: 'MB' },
    ];
  } finally {
    await site.stop();
  }
}

/** @returns the app's memory in MB after each `sampleEvery` renders */
async function renderMany(site: Site, home: string): Promise<number[]> {
  const samples: number[] = [];
  for (let done = 0; done < renders; done += sampleEvery) {
    await load(home, 8, { requests: sampleEvery });
    samples.push(memoryMb(site.appPid));
    console.log(`  ${done + sampleEvery} renders: ${samples.at(-1)?.toFixed(0)} MB`);
  }
  return samples;
}
