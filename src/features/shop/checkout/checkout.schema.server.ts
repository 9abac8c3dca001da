import Type from 'typebox';

/** What a shop page sends; other keys are ignored. */
export const checkoutRequestSchema = Type.Object({
  products: Type.Array(
    Type.Object({ productId: Type.String({ format: 'uuid' }), quantity: Type.Literal(1) }),
    { minItems: 1, maxItems: 1 },
  ),
  successRouter: Type.Literal('/checkout/success'),
  cancelRouter: Type.Literal('/checkout/cancel'),
});

export const openedCheckoutSchema = Type.Object({
  checkoutUrl: Type.String({ description: 'The provider’s hosted payment page' }),
  sessionId: Type.String(),
});
