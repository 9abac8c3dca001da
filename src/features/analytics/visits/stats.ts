export interface DayStats {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Distinct within this day alone; without those whose browser asks not to be tracked. */
  visitors: number;
  views: number;
  inquiries: number;
  /** Without refunded ones. */
  purchases: number;
  /** Minor units by lower-case currency code; empty without purchases. */
  revenueCents: Record<string, number>;
}

export interface Stats {
  timeZone: string;
  days: DayStats[];
}

export const ranges = [7, 30, 90] as const;
export const maxDays = 366;
