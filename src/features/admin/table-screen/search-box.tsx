import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { inputClass } from '../../../ui/small-button.tsx';

const pauseMs = 350;

interface SearchBoxProps {
  /** What is searched for, as the address says. */
  value: string;
  label: string;
  /** @param isMore the person is still at the same search, so that it takes one entry of the history */
  search(text: string, isMore: boolean): void;
}

/** Searches when the typing pauses, or at once with Enter. */
export function SearchBox({ value, label, search }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const isMore = useRef(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(pause.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(pause.current), []);

  function send(text: string) {
    clearTimeout(pause.current);
    if (text === sent.current) return;
    sent.current = text;
    search(text, isMore.current);
    isMore.current = true;
  }

  return (
    <search className="col-span-2 min-w-0 grow sm:max-w-80">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(typed.trim());
        }}
        className="relative"
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-slate"
        />
        <input
          type="search"
          aria-label={label}
          placeholder="Search"
          value={typed}
          maxLength={200}
          onChange={(event) => {
            const text = event.target.value;
            setTyped(text);
            clearTimeout(pause.current);
            pause.current = setTimeout(() => send(text.trim()), pauseMs);
          }}
          onBlur={() => {
            send(typed.trim());
            isMore.current = false;
          }}
          className={`${inputClass} w-full pl-9`}
        />
      </form>
    </search>
  );
}
