import { Ban, CalendarCheck, DollarSign, X } from 'lucide-react';
import type { RefObject } from 'react';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { ChosenNights } from '../rates/nights-fields.tsx';
import type { CalendarProperty } from './host-calendar.ts';
import { blockAround, bookingsIn, describeSelection } from './selection.ts';

interface SelectionBarProps {
  property: CalendarProperty;
  span: ChosenNights;
  currency: string;
  /** The first action for the selection. */
  firstAction: RefObject<HTMLButtonElement | null>;
  closeNights(): void;
  openBlock(slug: string, id: string): void;
  changeRates(): void;
  clear(): void;
}

/** The selected nights and what can be done with them, at the lower edge of the window. */
export function SelectionBar(props: SelectionBarProps) {
  const { property, span, currency, firstAction, closeNights, openBlock, changeRates, clear } = props;
  const bookings = bookingsIn(property, span);
  const block = blockAround(property, span);
  return (
    <section
      aria-label="Selected nights"
      data-lower-edge
      className="sticky bottom-3 z-30 max-lg:bottom-17 grid gap-3 rounded-xl border border-gulf/35 bg-white p-3 shadow-lift sm:flex sm:flex-wrap sm:items-center sm:justify-between sm:px-5"
    >
      <div className="min-w-0">
        <p className="font-semibold text-deep">{property.title}</p>
        <p className="text-sm">{describeSelection(property, span, currency)}</p>
        {bookings.length > 0 && (
          <p className="text-sm text-slate">
            {`Some are taken by ${bookings.map(({ code }) => code).join(', ')} and cannot be closed.`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <SmallButton ref={firstAction} onClick={changeRates}>
          <DollarSign aria-hidden="true" className="size-4" />
          Change price and rules
        </SmallButton>
        {block ? (
          <SmallButton onClick={() => openBlock(property.slug, block.id)}>
            <CalendarCheck aria-hidden="true" className="size-4" />
            Open closed nights
          </SmallButton>
        ) : (
          <SmallButton onClick={closeNights}>
            <Ban aria-hidden="true" className="size-4" />
            Close these nights
          </SmallButton>
        )}
        <SmallButton variant="bare" onClick={clear}>
          <X aria-hidden="true" className="size-4" />
          Clear
        </SmallButton>
      </div>
    </section>
  );
}
