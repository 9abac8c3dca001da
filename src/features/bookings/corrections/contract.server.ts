import Type, { type Static } from 'typebox';
import { cents, count, described, flag, optional, text } from '../../../platform/http/fields.server.ts';
import { body, type Parsed, type Sent } from '../../../platform/http/shapes.server.ts';
import { amountSchema, dateSchema, orNull } from '../../../shared/value-schemas.server.ts';
import { guestContact } from '../checkout/contract.server.ts';
import { disputedSchema } from '../moving/contract.server.ts';
import { quoteSchema } from '../quotes/contract.server.ts';

export const guestCorrection = body(
  {
    name: optional(guestContact.name),
    email: described('Another one ends every link and browser of before', optional(guestContact.email)),
    phone: optional(guestContact.phone),
    note: described(
      'Words to the guest in the mail to the new address',
      optional(text('Note', { max: 2000 }), ''),
    ),
  },
  {
    check: ({ name, email, phone }, errors) => ({
      name:
        name === undefined && email === undefined && phone === undefined && Object.keys(errors).length === 0
          ? 'Please send another name, e-mail address or phone number'
          : undefined,
    }),
  },
);

export type GuestCorrection = Parsed<typeof guestCorrection>;
export type SentGuestCorrection = Sent<typeof guestCorrection>;

const party = {
  guests: count('Guests', 1),
  pets: count('Pets', 0),
  keepTotal: described(
    'The party changes and the total does not, up or down',
    optional(flag('Keep total must be true or false'), false),
  ),
};

export const partyPreviewRequest = body(party);
export type PartyRequest = Parsed<typeof partyPreviewRequest>;
export type SentPartyRequest = Sent<typeof partyPreviewRequest>;

export const partyRequest = body({
  ...party,
  total: described(
    'The new total that was shown; 409 price_changed when it is another one now',
    cents('Please send the total that you were shown, in minor units'),
  ),
  note: described('Words to the guest in the mail', optional(text('Note', { max: 2000 }), '')),
});
export type PartyChangeRequest = Parsed<typeof partyRequest>;
export type SentPartyChange = Sent<typeof partyRequest>;

const pricedParty = { guests: Type.Integer(), pets: Type.Integer(), total: amountSchema };

export const partyChangeSchema = Type.Object({
  from: Type.Object(pricedParty),
  to: Type.Object({ ...pricedParty, lines: quoteSchema.properties.lines }),
  difference: Type.Integer({ description: 'New total less the old one, in minor units; may be negative' }),
  due: Type.Integer({ description: 'Open after the change, but for charges, which are due by themselves' }),
  dueOn: orNull(dateSchema, {
    description:
      'The day of a balance that is still to come; null: what is due is asked for at once, unless isDisputed',
  }),
  isDisputed: disputedSchema,
  refund: Type.Integer({ description: 'Goes back at once' }),
});
export type PartyChange = Static<typeof partyChangeSchema>;
