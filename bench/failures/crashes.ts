import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Figure, Place } from '../metric.ts';
import { type Site, startSite } from '../site.ts';

const crashCount = 5;
/** The crash in which the database is killed too. */
const databaseCrash = 2;
const guestsAtOnce = 8;

/** `kill -9` while guests send inquiries (T-16): whatever was acknowledged is there after the next start. */
export async function crashes(place: Place): Promise<Figure[]> {
  const acknowledged: string[] = [];
  const restarts: number[] = [];
  let site = await startSite(place);
  for (let crash = 0; crash < crashCount; crash += 1) {
    const [form] = [await loadForm(site)];
    const running = { yes: true };
    const guests = Array.from({ length: guestsAtOnce }, () => inquire(site, form, running, acknowledged));
    const before = acknowledged.length;
    // Some inquiries are acknowledged first; the rest of the wait ends anywhere between two of them.
    while (acknowledged.length < before + 40) await sleep(10);
    await sleep(Math.random() * 500);
    await site.kill({ database: crash === databaseCrash });
    running.yes = false;
    await Promise.all(guests);
    site = await startSite(place);
    restarts.push(site.readyAfterMs);
  }
  try {
    const stored = await storedInquiries(site);
    const lost = acknowledged.filter((email) => !stored.has(email)).length;
    return [
      { name: `Inquiries acknowledged around ${crashCount} × kill -9`, value: acknowledged.length },
      { name: 'Of them lost', value: lost, max: 0 },
      { name: 'Slowest start after a crash', value: Math.max(...restarts) / 1000, unit: 's' },
    ];
  } finally {
    await site.stop();
  }
}

interface InquiryForm {
  properties: { property: { enum: string[] } };
}

const loadForm = async (site: Site): Promise<InquiryForm> =>
  (await (await fetch(`${site.url}/api/forms/booking_inquiry`)).json()) as InquiryForm;

/** Sends one inquiry after another until the site is down, each from another client address. */
async function inquire(
  site: Site,
  { properties }: InquiryForm,
  running: { yes: boolean },
  acknowledged: string[],
): Promise<void> {
  const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);
  while (running.yes) {
    const email = `guest-${randomUUID()}@example.com`;
    const response = await fetch(`${site.url}/api/forms/submit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': someAddress() },
      body: JSON.stringify({
        formId: 'booking_inquiry',
        name: 'Gwen Guest',
        email,
        phone: '',
        message: '',
        guests: 2,
        property: properties.property.enum[0],
        checkin: day(30),
        checkout: day(34),
      }),
    }).catch(() => null);
    if (!response) return;
    const body = await response.json().catch(() => null);
    if (response.ok && body) acknowledged.push(email);
    else if (response.status < 500) throw new Error(`An inquiry was refused: ${JSON.stringify(body)}`);
  }
}

const octet = () => 1 + Math.floor(Math.random() * 254);
const someAddress = () => `198.${octet()}.${octet()}.${octet()}`;

async function storedInquiries(site: Site): Promise<Set<string>> {
  const db = new pg.Client({ connectionString: site.databaseUrl });
  await db.connect();
  const { rows } = await db.query<{ email: string }>('select email from inquiries');
  await db.end();
  return new Set(rows.map(({ email }) => email));
}
