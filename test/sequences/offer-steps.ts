import { sql } from 'kysely';
import { hashToken } from '../../src/features/auth/tokens.server.ts';
import { bookingByCode } from '../../src/features/bookings/record/bookings-store.server.ts';
import { acceptOffer } from '../../src/features/hosting/offers/accept-offer.server.ts';
import { makeOffer } from '../../src/features/hosting/offers/actions.server.ts';
import { hourMs } from '../../src/shared/durations.ts';
import { isRefusal, payPage } from './guest-steps.ts';
import type { StepOf } from './step.ts';
import { homeAt, pick, type World } from './world.ts';

/** Shorter than the end of a sequence waits for. */
const offerHours = 20;

export async function offer(world: World, step: StepOf<'offer'>): Promise<void> {
  const { token } = await makeOffer(world.host, {
    property: homeAt(world, step).slug,
    ...world.span(step),
    guests: 2,
    pets: 0,
    note: '',
    holdNights: step.holdsNights,
    expiresAt: new Date(world.now().getTime() + offerHours * hourMs),
  });
  world.offers.push(token);
}

/** A guest takes an offer, or two of them do at the same moment, whose link was passed on. */
export async function accept(world: World, step: StepOf<'accept'>): Promise<void> {
  const token = pick(world.offers, step.offer);
  if (!token) return;
  const numbers = step.isRaced ? [step.guest, step.guest + 1] : [step.guest];
  const results = await Promise.allSettled(numbers.map((number) => take(world, token, number)));
  const failures = results.filter(({ status }) => status === 'rejected').map(reasonOf);
  const wrong = failures.find((error) => !isRefusal(error));
  if (wrong) throw wrong;
  // One of two may be turned away.
  if (failures.length === results.length) throw failures[0];
  const [url] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (step.card) await payPage(world, url ?? null, step.card, step.reports);
}

const reasonOf = (result: PromiseSettledResult<unknown>): unknown =>
  result.status === 'rejected' ? result.reason : undefined;

async function take(world: World, token: string, number: number): Promise<string | null> {
  const { ctx, email, browserHash } = pick(world.guests, number) as World['guests'][number];
  const agreed = { houseRules: true as const, cancellation: true as const };
  const request = { name: 'Ann Lee', email, phone: '+1 850 555 0100', plan: 'full' as const, agreed };
  const { code, key, checkoutUrl } = await acceptOffer(ctx, token, request, browserHash);
  const id = (await bookingByCode(world.ctx.db, code))?.id ?? '';
  if (!world.bookings.includes(id)) world.bookings.push(id);
  world.keys.push({ bookingId: id, email, hash: hashToken(key).toString('hex') });
  return checkoutUrl;
}

/** Stays that a guest opens who is not theirs: by a key from before, or in a browser. */
export async function findForeignAccess({ ctx: { db }, guests, keys }: World): Promise<string[]> {
  const { rows } = await sql<{ id: string; code: string; email: string; key: string; browsers: string[] }>`
    select id, code, email, encode(key_hash, 'hex') as key,
      array(
        select encode(hash, 'hex') from (
          select bookings.browser_hash as hash
          union all select booking_browsers.browser_hash from booking_browsers where booking_id = bookings.id
        ) as bound where hash is not null
      ) as browsers
    from bookings`.execute(db);
  return rows.flatMap(({ id, code, email, key, browsers }) => [
    ...keys
      .filter((given) => given.bookingId === id && given.email !== email && given.hash === key)
      .map((given) => `${code} of ${email} is open to the key of ${given.email}`),
    ...guests
      .filter((guest) => guest.email !== email && browsers.includes(guest.browserHash.toString('hex')))
      .map((guest) => `${code} of ${email} is open in the browser of ${guest.email}`),
  ]);
}
