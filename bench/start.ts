import { startApp } from './app.ts';
import { installedMb } from './install-size.ts';
import { type Figure, median, type Place } from './metric.ts';
import { memoryMb } from './processes.ts';
import { type Site, startSite } from './site.ts';

const times = 5;
const idleAfterMs = 20_000;
const publicPages = [
  '/',
  '/shop',
  '/hosts',
  '/checkout/success',
  '/checkout/cancel',
  '/checkout/error',
  '/x',
];

/** How soon the site is ready, how small it is idle, and its size on disk. */
export async function start(place: Place): Promise<Figure[]> {
  // The first start makes the database and the images.
  await (await startSite(place)).stop();
  const whole: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const site = await startSite(place);
    whole.push(site.readyAfterMs);
    await site.stop();
  }

  const site = await startSite(place);
  try {
    const app: number[] = [];
    for (let time = 0; time < times; time += 1) app.push(await appAlone(site, place.port + 5));
    const idle = await idleMemory(site);
    return [
      { name: 'Second start, until ready', value: median(whole) / 1000, unit: 's', max: 2.5 },
      { name: 'Of it the app itself', value: median(app) / 1000, unit: 's', max: 0.8 },
      { name: 'Memory of the app, idle after a visit of each page', value: idle, unit: 'MB', max: 140 },
      { name: 'Installed without test tools', value: installedMb(), unit: 'MB', max: 600 },
    ];
  } finally {
    await site.stop();
  }
}

/** Milliseconds until another process of the app, beside the running one, is ready. */
async function appAlone(site: Site, port: number): Promise<number> {
  const before = performance.now();
  const app = await startApp(site, { PORT: String(port) });
  const readyAfterMs = performance.now() - before;
  await app.stop();
  return readyAfterMs;
}

async function idleMemory(site: Site): Promise<number> {
  for (const page of publicPages) await (await fetch(site.url + page)).arrayBuffer();
  await new Promise((resolve) => setTimeout(resolve, idleAfterMs));
  return memoryMb(site.appPid);
}
