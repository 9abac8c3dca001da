/** Set on each mail of ours, so that a mail which returns to a mailbox that we read is not processed again. */
export const siteMailHeader = 'X-Site-Mail';
