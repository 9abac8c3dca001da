/** What the fault injector does at the moment. */
export type Switches = {
  /** Every API call gets this status, without effect. */
  apiStatus: 500 | 429 | null;
  /** Every API call takes effect but gets 500. */
  apiFailAfterEffect: boolean;
  /** Every API call takes effect but gets its response this much later. */
  apiHangSeconds: number;
  /** Every API call takes effect but its connection is cut before the response. */
  apiReset: boolean;
  /** Events leave this much later. */
  webhookDelaySeconds: number;
  /** Each event is sent this many times at once. */
  webhookCopies: number;
  /** Events that occur close together arrive in the opposite order. */
  webhookReorder: boolean;
  /** Events are recorded but never sent. */
  webhookLose: boolean;
};

/** No faults. */
export const NO_FAULTS: Switches = {
  apiStatus: null,
  apiFailAfterEffect: false,
  apiHangSeconds: 0,
  apiReset: false,
  webhookDelaySeconds: 0,
  webhookCopies: 1,
  webhookReorder: false,
  webhookLose: false,
};

const CHECKS: { [K in keyof Switches]: (value: unknown) => boolean } = {
  apiStatus: (value) => value === null || value === 500 || value === 429,
  apiFailAfterEffect: (value) => typeof value === 'boolean',
  apiHangSeconds: (value) => isBetween(value, 0, 600),
  apiReset: (value) => typeof value === 'boolean',
  webhookDelaySeconds: (value) => isBetween(value, 0, 86_400),
  webhookCopies: (value) => Number.isInteger(value) && isBetween(value, 1, 100),
  webhookReorder: (value) => typeof value === 'boolean',
  webhookLose: (value) => typeof value === 'boolean',
};

/** Sets the named switches. Returns a sentence about the first one that is wrong; then none is set. */
export function setSwitches(switches: Switches, changes: Record<string, unknown>): string | undefined {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(CHECKS, name))
      return `There is no switch "${name}"; there are ${Object.keys(CHECKS).join(', ')}`;
    if (!CHECKS[name as keyof Switches](value)) return `"${name}" cannot be ${JSON.stringify(value)}`;
  }
  Object.assign(switches, changes);
  return undefined;
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}
