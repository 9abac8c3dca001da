import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useModal } from './use-modal.ts';

const widths = {
  small: 'max-w-md',
  medium: 'max-w-2xl',
  wide: 'max-w-5xl',
  full: 'max-w-7xl',
} as const;

export interface DialogProps {
  title: string;
  /** X, backdrop or Esc; the owner closes by no longer rendering. */
  onClose(): void;
  children: ReactNode;
  /** Stays in sight below the body; a submit button names its form with `form="…"`. */
  footer?: ReactNode;
  size?: keyof typeof widths | undefined;
  /** An `alertdialog` must be decided before anything else, such as whether to delete. */
  role?: 'dialog' | 'alertdialog';
}

/**
 * A modal dialog, open while it is rendered. The focus goes to `data-autofocus`, else to the first field, else to the
 * footer's last button; afterwards it returns.
 */
export function Dialog(props: DialogProps) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // The dialog is a child of the body, so forms, disabled fieldsets and hidden parents around its owner do not affect it.
  return inBrowser ? createPortal(<ModalDialog {...props} />, document.body) : null;
}

const never = () => () => {};

function ModalDialog({ title, onClose, children, footer, size = 'medium', role }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const id = useId();
  useModal(dialog, focusFirst);

  /** Handles Escape before the browser, which would close the dialog at the second press even if the owner prevents it. */
  function followKeys(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  }

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={id}
      onKeyDown={followKeys}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        event.stopPropagation();
        if (pressedOutside.current && event.target === event.currentTarget) onClose();
      }}
      className={`m-auto w-[calc(100%-1.5rem)] ${widths[size]} max-h-none overflow-visible rounded-2xl bg-transparent p-0 text-ink outline-none backdrop:bg-deep/55`}
    >
      <div className="flex max-h-[min(54rem,calc(100dvh-1.5rem))] flex-col overflow-hidden rounded-2xl bg-white shadow-lift">
        <div className="flex items-center justify-between gap-4 border-b border-dune px-5 py-3 sm:px-6">
          <h2 id={id} className="line-clamp-2 text-xl text-deep wrap-anywhere">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full text-slate hover:bg-mist hover:text-deep"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <div
          // What has the focus stays clear of an effect at the lower edge; where lists open below fields, it must not scroll.
          className="min-h-0 grow overflow-y-auto overscroll-contain px-5 py-5 wrap-anywhere has-[[data-effect]]:scroll-pb-[36dvh] sm:px-6"
          data-body
        >
          {children}
        </div>
        {footer && (
          <footer className="flex flex-wrap justify-end gap-3 border-t border-dune px-4 py-3.5 max-sm:*:grow max-sm:[&>button]:px-4 sm:px-6">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  );
}

const fields = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Focuses what bears `data-autofocus`, else the first field, else the last button of the footer, else the dialog. */
function focusFirst(dialog: HTMLElement | null): void {
  const find = (selector: string) => [...(dialog?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const first =
    find('[data-autofocus]')[0] ??
    find('[data-body]').flatMap((body) => [...body.querySelectorAll<HTMLElement>(fields)])[0] ??
    find('footer button:not(:disabled)').at(-1);
  (first ?? dialog)?.focus();
}
