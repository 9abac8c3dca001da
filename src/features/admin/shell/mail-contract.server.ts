import Type, { type Static } from 'typebox';

export const mailHealthSchema = Type.Object({
  blockedSince: Type.Optional(
    Type.String({ format: 'date-time', description: 'Every attempt to send mail has failed since then' }),
  ),
});
export type MailHealth = Static<typeof mailHealthSchema>;
