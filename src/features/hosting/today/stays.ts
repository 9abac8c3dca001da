import { addDays } from '../../../shared/nights.ts';
import type { Today, TodayStay } from './contract.server.ts';
import { arrivalWindowDays } from './today.ts';

type Stays = Pick<Today, 'arrivals' | 'departures' | 'inHouse' | 'coming'>;

/** Sorts the stays of a week into who arrives, who leaves and who stays today, and who comes and goes on the days after. */
export function sortStays(stays: readonly TodayStay[], today: string): Stays {
  const arriving = (day: string) => stays.filter(({ checkin }) => checkin === day);
  const leaving = (day: string) => stays.filter(({ checkout }) => checkout === day);
  return {
    arrivals: arriving(today),
    departures: leaving(today),
    inHouse: stays.filter(({ checkin, checkout }) => checkin < today && today < checkout),
    coming: Array.from({ length: arrivalWindowDays }, (_, index) => {
      const date = addDays(today, index + 1);
      return { date, arrivals: arriving(date), departures: leaving(date) };
    }),
  };
}
