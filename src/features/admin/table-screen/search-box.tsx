import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const debounceMs = 350;

interface SearchBoxProps {
  /** The search in the URL. */
  value: string;
  label: string;
  /** @param isSameSearch typing goes on, so that the whole search is one entry of the browser's history */
  search(text: string, isSameSearch: boolean): void;
}

/** Searches when typing pauses, or at once with Enter. */
export function SearchBox({ value, label, search }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const isSameSearch = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(text: string) {
    clearTimeout(timer.current);
    if (text === sent.current) return;
    sent.current = text;
    search(text, isSameSearch.current);
    isSameSearch.current = true;
  }
  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(text.trim()), debounceMs);
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
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            send(typed.trim());
            isSameSearch.current = false;
          }}
          className="control-small w-full pl-9"
        />
      </form>
    </search>
  );
}
