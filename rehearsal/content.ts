import sharp from 'sharp';
import type { Figure } from '../bench/metric.ts';
import { type Claims, exactly, within } from './claim.ts';
import { signedInHost } from './signing-in.ts';
import { type Stage, waitFor } from './stage.ts';
import type { Visitor } from './visitor.ts';

const changes = 6;
const seenWithinMs = 1_000;
const cachedWithinMs = 10_000;

interface Amenity {
  id: number;
  name: string;
  _version: string;
}

/** What a host changes at one process, as visitors of the other see it. */
export const content: Claims = async (stage) => {
  const first = await stage.addressFor(stage.sites[0]);
  const second = await stage.addressFor(stage.sites[1]);
  const host = await signedInHost(stage, first);
  const pairs: [Visitor, Visitor][] = [
    [host, stage.visitor(second)],
    [host.movedTo(second), stage.visitor(first)],
  ];
  const waits: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const [changing, looking] = pairs[change % 2] as [Visitor, Visitor];
    await waitFor(() => isCached(looking), cachedWithinMs, 'a page from the cache');
    waits.push(await seenAfter(changing, looking, `Hammock no. ${change}`));
  }
  const slowest = Math.max(...waits);
  return [
    within(
      `Slowest of ${changes} changes at one process to stand on a cached page of the other`,
      slowest,
      seenWithinMs,
    ),
    ...(await uploads(stage, pairs)),
  ];
};

/** Only a page that is kept for everybody has an ETag. */
const isCached = async (looking: Visitor): Promise<true | null> =>
  (await looking.request('GET', '/')).headers.etag ? true : null;

/** @returns milliseconds from the host's saving to the first page that shows it */
async function seenAfter(changing: Visitor, looking: Visitor, name: string): Promise<number> {
  const { data } = await changing.json<{ data: Amenity[] }>('GET', '/api/tables/amenities?limit=1');
  const [amenity] = data;
  await changing.json('PUT', `/api/tables/amenities/${amenity?.id}`, { ...amenity, name });
  const saved = performance.now();
  const shown = async () => ((await looking.request('GET', '/')).body.includes(name) ? true : null);
  await waitFor(shown, 10 * seenWithinMs, `"${name}" on the home page`);
  return performance.now() - saved;
}

/** A picture that is uploaded at one process comes from the bucket at both. */
async function uploads(stage: Stage, pairs: [Visitor, Visitor][]): Promise<Figure[]> {
  const [[host]] = pairs as [[Visitor, Visitor]];
  const picture = await sharp({
    create: { width: 800, height: 600, channels: 3, background: '#8fc7bd' },
  })
    .jpeg()
    .toBuffer();
  const before = stage.bucket.objects.size;
  const form = new FormData();
  form.append('file', new File([new Uint8Array(picture)], 'beach.jpg', { type: 'image/jpeg' }));
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const reply = await host.request('POST', '/api/upload/media', { form, headers });
  const { media_url: url } = reply.json<{ media_url: string }>();
  const seen = await Promise.all(pairs.map(([, guest]) => guest.request('GET', url)));
  return [
    exactly(
      'Processes that show a picture uploaded at one of them',
      seen.filter(({ status, body }) => status === 200 && body.length > 0).length,
      2,
    ),
    { name: 'Files of that picture in the bucket', value: stage.bucket.objects.size - before, min: 1 },
  ];
}
