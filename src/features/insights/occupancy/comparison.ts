import type { ComparedFigures, Figures } from './contract.server.ts';

/** How a figure compares with the year before. */
export interface FigureChange {
  direction: 'more' | 'less' | 'same';
  /** The difference as text, such as `12% more`, `8 points less`, `as much`. */
  text: string;
}

/** Returns what months are compared with: nights to come with what was booked on this day a year before. */
export const basis = ({ onTheBooks, lastYear }: ComparedFigures, isOpen: boolean): Figures =>
  isOpen ? onTheBooks : lastYear;

const toDirection = (difference: number): FigureChange['direction'] =>
  difference > 0 ? 'more' : difference < 0 ? 'less' : 'same';

/** The change in percent of the figure before; `null` if there was none. */
export function changeInPercent(now: number | null, before: number | null): FigureChange | null {
  if (now === null || before === null || before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  const direction = toDirection(percent);
  return { direction, text: direction === 'same' ? 'as much' : `${Math.abs(percent)}% ${direction}` };
}

/** The change in percentage points; `null` if nothing was on sale. */
export function changeInPoints(now: number | null, before: number | null): FigureChange | null {
  if (now === null || before === null) return null;
  const points = Math.round(now * 100) - Math.round(before * 100);
  const direction = toDirection(points);
  if (direction === 'same') return { direction, text: 'as much' };
  return {
    direction,
    text: `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'} ${direction}`,
  };
}

/** `64%`, and a dash where nothing was on sale. */
export const formatShare = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 100)}%`;
