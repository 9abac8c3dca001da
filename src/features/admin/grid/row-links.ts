import { Ban, Check, type LucideIcon, SquareArrowRight, Undo2, X } from 'lucide-react';
import type { Row } from '../schema/table.ts';

interface RowLink {
  label: string;
  to: string;
  icon: LucideIcon;
  /** A button: a dialog opens there. */
  isAction: boolean;
}

/** The screens of the hosts where a row of a table is worked with, beside its form; by table. */
const links: Readonly<Record<string, (row: Row) => RowLink[]>> = { bookings: bookingLinks };

function bookingLinks({ code, status }: Row): RowLink[] {
  const page = `/admin/bookings/${code}`;
  const action = (label: string, name: string, icon: LucideIcon): RowLink => ({
    label,
    to: `${page}?do=${name}`,
    icon,
    isAction: true,
  });
  const open: RowLink = { label: 'Open booking', to: page, icon: SquareArrowRight, isAction: false };
  const refund = action('Refund', 'refund', Undo2);
  if (status === 'requested')
    return [open, action('Approve', 'approve', Check), action('Decline', 'decline', X)];
  if (status === 'confirmed') return [open, action('Cancel', 'cancel', Ban), refund];
  return status === 'cancelled' ? [open, refund] : [open];
}

export const rowLinks = (table: string, row: Row): RowLink[] =>
  Object.hasOwn(links, table) ? (links[table]?.(row) ?? []) : [];
