/* The specification's messages (§8). */

export const noSessionId = 'No session ID found';
export const noPurchase = 'Failed to fetch purchase details';
