/** The choice of a guest who has not settled on a home, in the inquiry form. */
export const anyProperty = 'Any Available Property';
