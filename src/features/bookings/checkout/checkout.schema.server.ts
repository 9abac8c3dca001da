import Type from 'typebox';

export const bookingRequestSchema = Type.Object(
  {
    quoteId: Type.String({ format: 'uuid' }),
    name: Type.String({ minLength: 2, maxLength: 200 }),
    email: Type.String({ format: 'email', maxLength: 254 }),
    phone: Type.String({ maxLength: 50 }),
    plan: Type.Enum(['full', 'deposit']),
    agreed: Type.Object({ houseRules: Type.Literal(true), cancellation: Type.Literal(true) }),
    note: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { additionalProperties: false },
);
