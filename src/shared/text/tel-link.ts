/** The `tel:` link of a phone number as people write it. */
export const telHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
