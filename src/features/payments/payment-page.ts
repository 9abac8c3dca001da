/** `url` if the page stays open, because the payment page is in another tab, or the browser has blocked it. */
export type PaymentPageState =
  | { state: 'nothing to pay' | 'leaving' }
  | { state: 'in a tab' | 'blocked'; url: string };

/**
 * Opens a hosted payment page, in a new tab if the site is in a frame, where the provider forbids it. Call it within
 * the press, since browsers allow a new tab only then: the tab is opened before its URL is loaded.
 * @param load loads the URL; `null` for nothing to pay
 * @throws what `load` throws
 */
export async function openPaymentPage(load: () => Promise<string | null>): Promise<PaymentPageState> {
  const isFramed = window.self !== window.top;
  const tab = isFramed ? openEmptyTab() : null;
  const url = await load().catch((error: unknown) => {
    tab?.close();
    throw error;
  });
  if (url === null) {
    tab?.close();
    return { state: 'nothing to pay' };
  }
  if (!isFramed) {
    window.location.assign(url);
    return { state: 'leaving' };
  }
  if (!tab || tab.closed) return { state: 'blocked', url };
  tab.location.replace(url);
  return { state: 'in a tab', url };
}

function openEmptyTab(): Window | null {
  const tab = window.open('about:blank');
  if (tab) tab.opener = null;
  return tab;
}

export const paymentPageText = ({ state }: PaymentPageState): string => {
  if (state === 'in a tab') return 'The payment page has opened in a new tab.';
  return state === 'blocked' ? 'Your payment page is ready.' : '';
};
