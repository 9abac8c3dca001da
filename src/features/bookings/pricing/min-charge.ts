/** The least that the provider charges (docs.stripe.com/currencies, minimum charge amounts); cents of US dollars. */
export const minChargeCents = 50;

/** The part of an open amount that can be charged, in cents: 0 below the minimum. */
export const chargeable = (openCents: number): number =>
  openCents < minChargeCents ? Math.min(0, openCents) : openCents;
