import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { IconButton } from '../../../ui/small-button.tsx';

/** Returns the list with one item at another place; an index outside of it changes nothing. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const item = list[from];
  if (from === to || from < 0 || to < 0 || from >= list.length || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item as Item);
}

interface ReorderButtonsProps {
  /** Names the item: `Word 2`. */
  label: string;
  index: number;
  count: number;
  disabled?: boolean;
  onMove(to: number): void;
  onRemove(): void;
}

export function ReorderButtons({ label, index, count, disabled, onMove, onRemove }: ReorderButtonsProps) {
  return (
    <>
      <IconButton
        label={`Move ${label} up`}
        disabled={disabled || index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton
        label={`Move ${label} down`}
        disabled={disabled || index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton label={`Remove ${label}`} disabled={disabled} onClick={onRemove}>
        <X aria-hidden="true" className="size-4.5" />
      </IconButton>
    </>
  );
}
