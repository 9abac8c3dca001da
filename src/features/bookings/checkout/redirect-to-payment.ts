import { data } from 'react-router';

/**
 * Leads from a form that was sent without scripts to the payment page. A redirect would be blocked: `form-action` names this
 * site alone, and the page's host is the provider's or a domain of the hosts' own. The page itself has the link, too.
 */
export const redirectToPayment = (paymentUrl: string) =>
  data({ paymentUrl }, { headers: { Refresh: `0; url=${paymentUrl}` } });
