/** Leads to the hosted payment page; from inside a frame, which it does not let itself be shown in, in a new tab. */
export function openPaymentPage(url: string): void {
  if (window.self !== window.top) window.open(url, '_blank', 'noopener');
  else window.location.assign(url);
}
