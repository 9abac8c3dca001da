import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { AsyncResult } from '../../shared/result.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { AsyncContent } from '../../ui/loading/async-content.tsx';
import { Spinner } from '../../ui/loading/spinner.tsx';
import { useReloadable } from '../../ui/loading/use-reloadable.ts';
import { TitledPanel } from '../../ui/titled-panel.tsx';

interface CredentialRow {
  title: string;
  details: ReactNode;
  action?: { label: string; subject: string; run(): Promise<unknown> };
}

interface CredentialEdit {
  busy: boolean;
  /** Runs a change and reloads the list; resolves to whether it succeeded. */
  change(run: () => Promise<unknown>): Promise<boolean>;
}

interface CredentialPanelProps<Item> {
  id: string;
  title: string;
  lead: string;
  Icon: LucideIcon;
  /** Null from a server without such credentials; the panel is then hidden. */
  items: AsyncResult<Item[] | null>;
  load(): Promise<Item[] | null>;
  loadError: string;
  /** The message for a failed change; empty for none. */
  changeError(error: unknown): string;
  toRow(item: Item): CredentialRow;
  empty?: ReactNode;
  children(list: Item[], edit: CredentialEdit): ReactNode;
}

export function CredentialPanel<Item extends { id: string }>(props: CredentialPanelProps<Item>) {
  const { id, title, lead, items, load, loadError } = props;
  const { current, refresh } = useReloadable(items, load, loadError);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  async function change(run: () => Promise<unknown>): Promise<boolean> {
    const pressed = document.activeElement;
    setBusy(true);
    setFailure('');
    try {
      await run();
      await refresh();
      // The pressed button may be gone with its row; who has gone on to another field stays there.
      if (isAtRest(pressed)) heading.current?.focus();
      return true;
    } catch (error) {
      setFailure(props.changeError(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  const panel = (content: ReactNode) => (
    <TitledPanel id={id} title={title} lead={lead} headingRef={heading}>
      {content}
    </TitledPanel>
  );
  return (
    <AsyncContent
      from={current}
      pending={panel(<Spinner />)}
      failed={(message) => panel(<ErrorAlert>{message}</ErrorAlert>)}
    >
      {(list) =>
        list &&
        panel(
          <div className="grid gap-5">
            {list.length === 0 ? (
              props.empty
            ) : (
              <CredentialList {...props} list={list} busy={busy} change={change} />
            )}
            {failure && <ErrorAlert>{failure}</ErrorAlert>}
            {props.children(list, { busy, change })}
          </div>,
        )
      }
    </AsyncContent>
  );
}

/** Whether the focus is where the press left it, or nowhere. */
const isAtRest = (pressed: Element | null): boolean =>
  [pressed, document.body].includes(document.activeElement as HTMLElement | null);

type CredentialListProps<Item> = Pick<CredentialPanelProps<Item>, 'Icon' | 'toRow'> &
  CredentialEdit & { list: Item[] };

function CredentialList<Item extends { id: string }>({
  list,
  Icon,
  toRow,
  busy,
  change,
}: CredentialListProps<Item>) {
  return (
    <ul className="divide-y divide-dune/70">
      {list.map((item) => {
        const { title, details, action } = toRow(item);
        return (
          <li key={item.id} className="flex items-center gap-4 py-4 first:pt-0">
            <Icon aria-hidden="true" className="size-6 shrink-0 text-lagoon" />
            <div className="min-w-0 grow">
              <p className="font-semibold wrap-anywhere text-ink">{title}</p>
              <p className="wrap-anywhere text-slate">{details}</p>
            </div>
            {action && (
              <Button
                variant="quiet"
                disabled={busy}
                onClick={() => void change(action.run)}
                className="shrink-0 px-5"
              >
                {action.label}
                <span className="unseen"> {action.subject}</span>
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
