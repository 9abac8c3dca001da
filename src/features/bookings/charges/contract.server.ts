import Type, { type Static } from 'typebox';
import { cents, choice, described, flag, optional, text } from '../../../platform/http/fields.server.ts';
import { body, type Parsed, type Sent } from '../../../platform/http/shapes.server.ts';
import { amountSchema, idSchema } from '../../../shared/value-schemas.server.ts';
import { minChargeCents } from '../pricing/min-charge.ts';

const noLabel = 'Please name the charge in 2 to 80 characters';
const noReason = 'Please tell the guest why, in 1 to 300 characters';
const noHow = 'Please say how it was paid, in 1 to 300 characters';

export const chargeRequest = body(
  {
    label: described(
      'What the guest pays for',
      text('Label', { min: 2, max: 80, missing: noLabel, tooLong: noLabel }),
    ),
    amount: described(
      'The amount without taxes, in minor units',
      cents(`Please send an amount of ${minChargeCents} or more, in minor units`, minChargeCents),
    ),
    isTaxed: described(
      'Whether the taxes of the stay are levied on it, too',
      flag('Is taxed must be true or false'),
    ),
    reason: described(
      'Guests read it',
      text('Reason', { min: 1, max: 300, missing: noReason, tooLong: noReason }),
    ),
    collect: described(
      'link: a mailed payment page; card: the stored card at once; elsewhere: it is paid already',
      choice(['link', 'card', 'elsewhere'], 'Please choose how it is paid: link, card or elsewhere'),
    ),
    how: described(
      'How it was paid elsewhere, such as in cash',
      optional(text('How', { min: 1, max: 300, missing: noHow, tooLong: noHow })),
    ),
  },
  {
    check: ({ collect, how }) => ({
      how:
        collect === 'elsewhere' && how === undefined
          ? noHow
          : collect !== undefined && collect !== 'elsewhere' && how !== undefined
            ? 'How belongs to what was paid elsewhere'
            : undefined,
    }),
  },
);

/** A charge of hosts in addition to the price of a stay, and how it is collected. */
export type ChargeRequest = Parsed<typeof chargeRequest>;
export type SentCharge = Sent<typeof chargeRequest>;

export const chargeSchema = Type.Object({
  id: idSchema,
  status: Type.Enum(['open', 'paid', 'withdrawn', 'refunded'], {
    description: 'open: also where the card was declined, or the card provider could not be reached yet',
  }),
  due: Type.Integer({ description: 'What of it is to be paid now, with its taxes' }),
  checkoutUrl: Type.Optional(
    Type.String({ description: 'The payment page, for half an hour; the link in the mail opens it again' }),
  ),
});

/** A charge with its current status. */
export type Charge = Static<typeof chargeSchema>;

export const chargePreviewRequest = body({
  amount: described(
    'The amount without taxes, in minor units',
    cents(`Please send an amount of ${minChargeCents} or more, in minor units`, minChargeCents),
  ),
  isTaxed: flag('Is taxed must be true or false'),
});
export type ChargePreviewRequest = Parsed<typeof chargePreviewRequest>;
export type SentChargePreview = Sent<typeof chargePreviewRequest>;

export const chargePreviewSchema = Type.Object({
  from: amountSchema,
  to: amountSchema,
  amount: amountSchema,
  taxes: Type.Integer({ description: 'The difference that it makes to the taxes of the whole bill' }),
  due: Type.Integer({ description: 'The amount with its taxes: what a link or the card is for' }),
});

/** The bill before and after a charge, in minor units. */
export type ChargePreview = Static<typeof chargePreviewSchema>;
