/** What belongs to the account rather than to its money; it lives in memory. */
export type Setup = {
  account: { livemode: boolean; charges_enabled: boolean; payouts_enabled: boolean };
  endpoints: { url: string; enabled_events: string[]; status: string }[];
  /** Payment pages cannot be expired, as while a payment is under way. */
  refusesExpiry: boolean;
};

export const newSetup = (): Setup => ({
  account: { livemode: false, charges_enabled: true, payouts_enabled: true },
  endpoints: [],
  refusesExpiry: false,
});

export const accountOf = ({ account }: Setup): object => ({
  id: 'acct_standin',
  object: 'account',
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  ...account,
});

export const endpointsOf = ({ endpoints }: Setup): object => ({
  object: 'list',
  url: '/v1/webhook_endpoints',
  has_more: false,
  data: endpoints.map((endpoint, at) => ({
    id: `we_standin${at + 1}`,
    object: 'webhook_endpoint',
    livemode: false,
    ...endpoint,
  })),
});

const accountSwitches = ['livemode', 'charges_enabled', 'payouts_enabled'];

/** Sets the named switches of the account. @returns a sentence about the first that is wrong; then none is set */
export function setAccount(setup: Setup, changes: unknown): string | undefined {
  if (typeof changes !== 'object' || changes === null) return 'Send a JSON object';
  for (const [name, value] of Object.entries(changes)) {
    if (!accountSwitches.includes(name))
      return `There is no switch "${name}"; there are ${accountSwitches.join(', ')}`;
    if (typeof value !== 'boolean') return `"${name}" is true or false`;
  }
  Object.assign(setup.account, changes);
  return undefined;
}

/** Replaces the webhook endpoints. @returns a sentence about what is wrong */
export function setEndpoints(setup: Setup, endpoints: unknown): string | undefined {
  const isEndpoint = (one: unknown): one is Setup['endpoints'][number] => {
    const { url, enabled_events, status } = (one ?? {}) as Partial<Setup['endpoints'][number]>;
    return typeof url === 'string' && Array.isArray(enabled_events) && typeof status === 'string';
  };
  if (!Array.isArray(endpoints) || !endpoints.every(isEndpoint))
    return 'Send a list of {url, enabled_events, status}';
  setup.endpoints = endpoints.map(({ url, enabled_events, status }) => ({ url, enabled_events, status }));
  return undefined;
}
