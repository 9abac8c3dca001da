/** `usually answers within 3 hours`. */
export const responseTimeText = (hours: number): string =>
  `usually answers within ${hours === 1 ? 'an hour' : `${hours} hours`}`;
