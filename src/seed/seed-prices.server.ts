import type { Tx } from '../db/client.server.ts';
import { todayAtProperty } from '../shared/dates.ts';
import { newId } from '../shared/uuid.server.ts';
import { pages } from './pages.ts';
import { cancellationPolicies, discounts, fees, prices, seasons, taxes } from './prices.ts';

type Slug = keyof typeof prices;

/** @throws Error for a slug without a home */
export const idOfSlug =
  (propertyIds: ReadonlyMap<string, string>) =>
  (slug: Slug): string => {
    const id = propertyIds.get(slug);
    if (!id) throw new Error(`The seed names the home ${slug}, which does not exist.`);
    return id;
  };

/** Gives the homes of the seed their prices, fees, taxes and policies, and writes the pages that guests agree to. */
export async function seedPrices(tx: Tx, propertyIds: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const toId = idOfSlug(propertyIds);
  await seedRates(tx, toId, Temporal.PlainDate.from(todayAtProperty(now)));
  await tx
    .insertInto('fees')
    .values(
      fees.map(({ property, ...fee }, position) => ({
        ...fee,
        property_id: toId(property),
        position,
        is_example: true,
      })),
    )
    .execute();
  await tx
    .insertInto('taxes')
    .values(taxes.map((tax, position) => ({ ...tax, position, is_example: true })))
    .execute();
  await tx
    .insertInto('discounts')
    .values(discounts.map((discount) => ({ ...discount, is_example: true })))
    .execute();
  await tx
    .insertInto('pages')
    .values(pages.map(({ html, ...page }) => ({ ...page, html_rich_text: html.join(''), is_example: true })))
    .execute();
}

async function seedRates(tx: Tx, toId: (slug: Slug) => string, today: Temporal.PlainDate): Promise<void> {
  const policies = cancellationPolicies.map(({ steps, ...policy }) => ({
    id: newId(),
    ...policy,
    steps: JSON.stringify(steps),
    is_example: true,
  }));
  await tx.insertInto('cancellation_policies').values(policies).execute();
  for (const [slug, { policy, seasons: seasonPrices, ...columns }] of Object.entries(prices)) {
    const property_id = toId(slug as Slug);
    const cancellation_policy_id = policies.find(({ name }) => name === policy)?.id ?? null;
    await tx
      .updateTable('properties')
      .set({ ...columns, cancellation_policy_id })
      .where('id', '=', property_id)
      .execute();
    const rates = [0, 1, 2].flatMap((years) =>
      Object.entries(seasons).map(([season, { name, from, to, min_nights }]) => {
        const [nightly_cents = null, weekend_cents = null] = seasonPrices[season as keyof typeof seasons];
        const year = today.year + years;
        return {
          property_id,
          name,
          nightly_cents,
          weekend_cents,
          min_nights,
          is_example: true,
          first_night: `${year}-${from}`,
          last_night: `${year}-${to}`,
        };
      }),
    );
    await tx.insertInto('rates').values(rates).execute();
  }
}
