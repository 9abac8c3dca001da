/** The header of each mail of the site, so that a mail that returns to our mailbox is not processed. */
export const siteMailHeader = 'X-Site-Mail';
