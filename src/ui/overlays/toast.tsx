import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

interface Toast {
  id: number;
  text: string;
  action?: { label: string; run(): void };
  /** ms; a pointer or the focus inside holds it. `null` stays until closed. */
  stayMs: number | null;
}

export interface Toasts {
  list: readonly Toast[];
  show(toast: Omit<Toast, 'id'>): number;
  close(id: number): void;
}

let lastId = 0;
const maxToasts = 3;

/** Shows the newest three messages. */
export function useToasts(): Toasts {
  const [list, setList] = useState<readonly Toast[]>([]);
  return {
    list,
    show(toast) {
      lastId += 1;
      const id = lastId;
      setList((before) => [...before.slice(1 - maxToasts), { ...toast, id }]);
      return id;
    },
    close: (id) => setList((before) => before.filter((toast) => toast.id !== id)),
  };
}

/** Stands early in its page, so that Tab soon reaches it. */
export function ToastArea({ toasts }: { toasts: Toasts }) {
  return (
    <div
      role="status"
      aria-label="Messages"
      // Toasts move to the top if there are buttons at the lower edge.
      className="pointer-events-none fixed inset-x-3 bottom-4 z-50 max-lg:[body:has([data-hosts-bar])_&]:bottom-20 [body:has([data-lower-edge])_&]:top-16 [body:has([data-lower-edge])_&]:bottom-auto flex flex-col items-center gap-2 *:pointer-events-auto"
    >
      {toasts.list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} close={() => toasts.close(toast.id)} />
      ))}
    </div>
  );
}

function ToastCard({ toast, close }: { toast: Toast; close(): void }) {
  const { text, action, stayMs } = toast;
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const isPaused = pointed || focused;
  const left = useRef(stayMs);
  const closeNow = useRef(close);
  closeNow.current = close;

  useEffect(() => {
    if (isPaused || left.current === null) return;
    const start = Date.now();
    const timer = setTimeout(() => closeNow.current(), left.current);
    return () => {
      clearTimeout(timer);
      if (left.current !== null) left.current = Math.max(1_000, left.current - (Date.now() - start));
    };
  }, [isPaused]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding it is a courtesy; what it offers are its buttons
    <div
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="flex max-w-full items-center gap-1 rounded-xl bg-deep py-1.5 pr-1.5 pl-5 text-white shadow-lift"
    >
      <p className="mr-2 min-w-0 wrap-anywhere">{text}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            close();
            action.run();
          }}
          className="min-h-11 shrink-0 rounded-lg px-3 font-semibold text-sun underline underline-offset-4 outline-offset-0! outline-white! hover:text-white"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Close the message"
        onClick={close}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-white/85 outline-offset-0! outline-white! hover:text-white"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
