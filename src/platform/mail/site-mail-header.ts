/** On each mail of ours, so that one which comes back into a mailbox that we read goes round no further. */
export const siteMailHeader = 'X-Site-Mail';
