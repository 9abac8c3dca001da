import type { EmailBlock } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatMoney } from '../../../shared/money.ts';
import { billBlocks, cancellationBlocks } from './bill-blocks.server.ts';
import { guestEmail, stayBlock, stayDates, tripButton } from './booking-email.server.ts';
import type { BookingEmailData } from './email-data.ts';
import { accessBlocks } from './guest-emails.server.ts';

/** A stay agreed by phone, of which something was paid in another way; `how` in the hosts' words. */
export const phoneConfirmedEmail = (
  data: BookingEmailData,
  { how, amount }: { how: string; amount: number },
): MailMessage => {
  const money = (cents: number) => formatMoney(cents, data.currency);
  const rest: EmailBlock[] =
    data.due > 0
      ? [
          `${money(data.due)} is still open. You can pay it with this link.`,
          tripButton(data, `Pay ${money(data.due)}`),
        ]
      : [tripButton(data)];
  return {
    ...guestEmail(data, {
      subject: `Confirmed: ${data.propertyTitle}, ${stayDates(data)}`,
      title: 'Your stay is confirmed',
      blocks: [
        `Thank you, and see you at the beach! ${data.propertyTitle} is yours. We have received ${money(amount)} (${how}). Your receipt and a file for your calendar are attached.`,
        ...rest,
        stayBlock(data),
        ...accessBlocks(data),
        ...billBlocks(data),
        ...cancellationBlocks(data),
      ],
    }),
    attachments: [
      { filename: 'stay.ics', data },
      { filename: 'receipt.pdf', data },
    ],
  };
};
