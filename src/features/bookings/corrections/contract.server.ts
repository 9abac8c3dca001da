import {
  body,
  described,
  optional,
  type Parsed,
  type Sent,
  text,
} from '../../../platform/http/fields.server.ts';
import { contact } from '../checkout/contract.server.ts';

export const guestCorrection = body(
  {
    name: optional(contact.name),
    email: described('Another one ends every link and browser of before', optional(contact.email)),
    phone: optional(contact.phone),
    note: described('Words to the guest in the mail to the new address', optional(text('Note', 2000), '')),
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
