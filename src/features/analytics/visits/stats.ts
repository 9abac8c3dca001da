/** What happened on one day, midnight to midnight at the homes. */
export interface DayNumbers {
  /** `YYYY-MM-DD`. */
  day: string;
  /** People, told apart within this day alone; those who ask not to be followed are not among them. */
  visitors: number;
  /** Pages opened. */
  views: number;
  inquiries: number;
  /** Without those that were refunded. */
  purchases: number;
  /** Minor units by lower-case currency code; empty on a day without purchases. */
  revenueCents: Record<string, number>;
}

export interface Numbers {
  timeZone: string;
  /** Oldest first; the last is today. */
  days: DayNumbers[];
}

export const ranges = [7, 30, 90] as const;
export const maxDays = 366;
