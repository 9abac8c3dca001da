import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import type { StayCalendarProps } from './stay-calendar.tsx';

const stayCalendar = lazyPart(async () => (await import('./stay-calendar.tsx')).StayCalendar, {
  yieldsToPage: true,
});

/** The nights of a page with their prices, to be read before they can be chosen from. */
export const LateCalendar = (props: StayCalendarProps) => (
  <LazyHydration part={stayCalendar} fallback={<p className="min-h-96 text-slate">Loading the calendar…</p>}>
    {(StayCalendar) => <StayCalendar {...props} />}
  </LazyHydration>
);
