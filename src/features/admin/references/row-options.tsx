import type { ReferenceOption } from './row-labels.ts';

interface ReferenceOptionsProps {
  /** Of the listbox; the options' ids are this one, a dash and their place, from 0. */
  id: string;
  label: string;
  options: ReferenceOption[] | null;
  /** The place of the one the keys stand on. */
  at: number;
  /** Whether it lies over what follows. */
  isOver: boolean;
  point(at: number): void;
  choose(option: ReferenceOption): void;
}

/** The rows that were found; the focus stays in the input while one of them is pointed at. */
export function ReferenceOptions({ id, label, options, at, isOver, point, choose }: ReferenceOptionsProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={`mt-1 max-h-60 overflow-y-auto rounded-xl border border-dune bg-white py-1 shadow-card ${isOver ? 'absolute inset-x-0 z-40' : ''}`}
    >
      {options?.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are followed where the focus is, in the input
        <div
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => point(index)}
          onClick={() => choose(option)}
          className="min-h-10 cursor-pointer px-3.5 py-2 wrap-anywhere aria-selected:bg-mist"
        >
          {option.name}
        </div>
      ))}
    </div>
  );
}
