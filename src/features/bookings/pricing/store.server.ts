import { type Expression, sql } from 'kysely';
import { anyId } from '../../../db/any-id.server.ts';
import type { Db, Tx } from '../../../db/client.server.ts';
import { type ExampleReader, withoutExamples } from '../../opening/examples-store.server.ts';

interface RatesQuery {
  /** `null`: every home's. */
  propertyId: string | Expression<string> | null;
  /** Only of these homes. */
  propertyIds?: readonly string[] | null;
  from: string;
  until: string;
}

/** The rates of some nights, the strongest of each home first: by priority, then the newest. */
export function ratesOfNights(
  { db, settings }: ExampleReader,
  { propertyId, propertyIds, from, until }: RatesQuery,
) {
  let query = db
    .selectFrom('rates')
    .select(['property_id', 'name', 'first_night', 'last_night', 'nightly_cents', 'weekend_cents'])
    .select(['min_nights', 'arrival_days', 'priority'])
    .where(withoutExamples({ settings }, 'rates'))
    .where((row) => row.or([row('first_night', 'is', null), row('first_night', '<', until)]))
    .where((row) => row.or([row('last_night', 'is', null), row('last_night', '>=', from)]));
  if (propertyId) query = query.where('property_id', '=', propertyId);
  if (propertyIds) query = query.where('property_id', '=', anyId(propertyIds));
  return query.orderBy('priority', 'desc').orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

/** Discounts, fees and taxes for one home, or for all of them; `null` in `property_id` is for every home. */
export async function priceTables({ db, settings }: ExampleReader, propertyId: string | null) {
  const discounts = db
    .selectFrom('discounts')
    .select(['property_id', 'kind', 'label', 'from_nights', 'days_before', 'percent'])
    .where(withoutExamples({ settings }, 'discounts'))
    .orderBy('percent', 'desc');
  const fees = db
    .selectFrom('fees')
    .select(['property_id', 'label', 'kind', 'amount_cents', 'percent', 'is_taxed'])
    .where(withoutExamples({ settings }, 'fees'))
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id');
  const taxes = db
    .selectFrom('taxes')
    .select(['property_id', 'label', 'jurisdiction', 'percent', 'step', 'first_night', 'last_night'])
    .select('max_nights')
    .orderBy('step')
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id');
  const applies = sql<boolean>`(${propertyId}::uuid is null or property_id is null or property_id = ${propertyId}::uuid)`;
  const [discountRows, feeRows, taxRows] = await Promise.all([
    discounts.where(applies).execute(),
    fees.where(applies).execute(),
    taxes.where(applies).execute(),
  ]);
  return { discounts: discountRows, fees: feeRows, taxes: taxRows };
}

/** The browser and the home of a hold, which the next hold of both replaces. */
interface OwnHold {
  propertyId: string;
  browserHash: Buffer | null;
}

/** A promotion by its code, in capitals or not, with how often others use it: confirmed stays and live holds. */
export const promoByCode = (db: Db, code: string, { propertyId, browserHash }: OwnHold) =>
  db
    .selectFrom('promo_codes')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('bookings')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('bookings.promo_code_id', '=', 'promo_codes.id')
        .where('bookings.status', 'in', ['held', 'confirmed'])
        .where(
          sql<boolean>`not (bookings.status = 'held' and bookings.property_id = ${propertyId}
            and bookings.browser_hash is not distinct from ${browserHash} and ${browserHash}::bytea is not null)`,
        )
        .as('uses'),
    )
    .where(sql<boolean>`upper(code) = upper(${code})`)
    .executeTakeFirst();

/** @returns the uses of a promotion but for some bookings: confirmed stays and live holds */
export async function countPromoUses(db: Db, id: string, exceptIds: readonly string[] = []) {
  const promo = await db
    .selectFrom('promo_codes')
    .select('max_uses as maxUses')
    .where('id', '=', id)
    .executeTakeFirst();
  let query = db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('promo_code_id', '=', id)
    .where('status', 'in', ['held', 'confirmed']);
  if (exceptIds.length > 0) query = query.where('id', 'not in', exceptIds);
  const { count } = await query.executeTakeFirstOrThrow();
  return { maxUses: promo?.maxUses ?? null, uses: count };
}

/** Locks a promotion, so that its last use is given away once. @returns its uses, with the new one */
export async function lockPromo(tx: Tx, id: string) {
  await tx.selectFrom('promo_codes').select('id').where('id', '=', id).forUpdate().execute();
  return countPromoUses(tx, id);
}

export const promoById = (db: Db, id: string) =>
  db.selectFrom('promo_codes').selectAll().where('id', '=', id).executeTakeFirst();
