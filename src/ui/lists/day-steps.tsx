import { ChevronLeft, ChevronRight } from 'lucide-react';
import { todayAtProperty } from '../../shared/dates.ts';
import { addDays } from '../../shared/nights.ts';
import { SmallButton } from '../small-button.tsx';

interface DayStepsProps {
  /** The first day of the list. */
  from: string;
  /** The number of days that the list shows at once. */
  days: number;
  goTo(from: string): void;
}

/** Buttons to the days before those of a list, to today and to the days after. */
export const DaySteps = ({ from, days, goTo }: DayStepsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <SmallButton className="min-h-11" onClick={() => goTo(addDays(from, -days))}>
      <ChevronLeft aria-hidden="true" className="size-4" />
      Earlier
    </SmallButton>
    <SmallButton className="min-h-11" onClick={() => goTo(todayAtProperty(new Date()))}>
      Today
    </SmallButton>
    <SmallButton className="min-h-11" onClick={() => goTo(addDays(from, days))}>
      Later
      <ChevronRight aria-hidden="true" className="size-4" />
    </SmallButton>
  </div>
);
