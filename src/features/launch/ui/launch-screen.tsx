import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { ErrorState } from '../../../ui/lists/loaded.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { ToastArea, useToasts } from '../../../ui/overlays/toast.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { readingPageClass } from '../../admin/shell/page-class.ts';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { backups } from '../../backups/calls.ts';
import { launch } from '../calls.ts';
import { type LaunchGroup, launchGroups } from '../checks.ts';
import type { Launch, LaunchCheck } from '../contract.server.ts';
import { launchQuery } from '../queries.ts';
import { CheckLine, type LineActions } from './check-line.tsx';
import { Examples } from './examples.tsx';

export const meta = () => screenMeta('Opening');

const groupTitles: Record<LaunchGroup, string> = {
  you: 'You and your address',
  homes: 'Homes',
  money: 'Money',
  mail: 'Mail',
  safety: 'Safety',
};

/** The list of what is to be done before the site opens, with the results of the last check. */
export default function LaunchScreen() {
  const { data, error, refetch } = useQuery(launchQuery);
  return (
    <div className={readingPageClass}>
      {data ? (
        <List launched={data} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <div className="grid h-60 place-items-center">
          <Spinner label="Loading the list..." />
        </div>
      )}
    </div>
  );
}

const doneStayMs = 8_000;

/** Runs the calls of the screen, one at a time; each returns the list as it is then. */
function useLaunch() {
  const client = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ call }: { call: () => Promise<Launch | null>; text: string }) => call(),
    onSuccess: (launched, { text }) => {
      if (text) toasts.show({ text, stayMs: doneStayMs });
      if (launched) client.setQueryData(launchQuery.queryKey, launched);
    },
  });
  const run = (call: () => Promise<Launch | null>, text = '') => {
    if (!isPending) mutate({ call, text });
  };
  return { run, toasts, isBusy: isPending, failure: error?.message ?? '' };
}

function List({ launched }: { launched: Launch }) {
  const { run, toasts, isBusy, failure } = useLaunch();
  const { checks, state } = launched;
  const inOrder = checks.filter((check) => check.state === 'ok').length;
  const actions: LineActions = {
    isBusy,
    recheck: (key) => run(() => launch.check({ json: { keys: [key] } }), 'Looked again.'),
    confirm: (key) => run(() => launch.confirm({ json: { key } }), 'Confirmed.'),
    sendMail: () =>
      run(async () => {
        await launch.sendMail({});
        return null;
      }, 'The mail is on its way to every host: press the button in it.'),
  };
  if (launched.hasBackupPlace)
    actions.startBackup = (prove) =>
      run(
        async () => {
          await backups.start({ json: { prove } });
          return null;
        },
        prove
          ? 'The newest backup is being restored beside the site and counted. Its line says so when it is done.'
          : 'A backup is being made. Its line says so when it is done.',
      );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-2xl text-deep sm:text-3xl">Opening</h1>
          <p className="mt-1 text-slate">
            The site is {state}. {inOrder} of {pluralize(checks.length, 'line')} are in order.
          </p>
        </div>
        <SmallButton disabled={isBusy} onClick={() => run(() => launch.check({ json: {} }), 'Looked again.')}>
          <RefreshCw aria-hidden="true" className={`size-4 ${isBusy ? 'motion-safe:animate-spin' : ''}`} />
          Look again at all
        </SmallButton>
      </div>
      <ToastArea toasts={toasts} />
      {launched.workerMissingSince && (
        <div className="mt-4">
          <ErrorAlert>{workerText(launched.workerMissingSince)}</ErrorAlert>
        </div>
      )}
      {failure && (
        // The message is in sight wherever on the long list a host pressed.
        <div className="sticky top-2 z-20 mt-4 rounded-xl bg-white shadow-lift lg:top-14">
          <ErrorAlert>{failure}</ErrorAlert>
        </div>
      )}
      {launchGroups.map((group) => (
        <section key={group} aria-labelledby={`group-${group}`} className="mt-6">
          <h2 id={`group-${group}`} className="mb-2 text-xl text-deep">
            {groupTitles[group]}
          </h2>
          <ul className="rounded-2xl bg-white shadow-card">
            {checks
              .filter((check) => check.group === group)
              .map((check) => (
                <CheckLine key={check.key} check={check} actions={actions} />
              ))}
          </ul>
        </section>
      ))}
      <Gate launched={launched} isBusy={isBusy} run={run} />
      <Examples />
      <Release release={launched.release} />
    </>
  );
}

const workerText = (since: string): string =>
  `No process has worked on jobs since ${formatDateTime(since)}: no mail goes out, no calendar is read, no balance is charged. Please tell whoever runs the site.`;

const Release = ({ release: { version, commit, startedAt } }: Pick<Launch, 'release'>) => (
  <p className="mt-8 text-sm text-slate">
    Release {version}
    {commit && ` (${commit.slice(0, 10)})`}, running since {formatDateTime(startedAt)}
  </p>
);

type RunLaunch = ReturnType<typeof useLaunch>['run'];

/** The frame of every page says whether the site is open, so the document is loaded again. */
const reload = () => window.location.reload();

function Gate({ launched, isBusy, run }: { launched: Launch; isBusy: boolean; run: RunLaunch }) {
  const { state, checks, blocking } = launched;
  const joinTitles = (some: LaunchCheck[]) => some.map(({ title }) => title).join(', ');
  const left = checks.filter(({ blocks, state: found }) => !blocks && found !== 'ok');
  const change = (call: () => Promise<Launch>) =>
    run(async () => {
      await call();
      reload();
      return null;
    });
  if (state === 'open')
    return (
      <section aria-labelledby="gate" className="mt-8 rounded-2xl bg-white p-5 shadow-card">
        <h2 id="gate" className="text-xl text-deep">
          The site is open
        </h2>
        <p className="mt-1 text-slate">
          Closed, nobody but hosts sees it, and nothing new can be booked. Stays that are confirmed go on.
        </p>
        <CloseSite
          isBusy={isBusy}
          close={(note) => change(() => launch.close({ json: note ? { note } : {} }))}
        />
      </section>
    );
  return (
    <section aria-labelledby="gate" className="mt-8 rounded-2xl bg-white p-5 shadow-card">
      <h2 id="gate" className="text-xl text-deep">
        {blocking.length === 0 ? 'Ready to open' : 'Not ready yet'}
      </h2>
      <p className="mt-1 text-slate wrap-anywhere">
        {blocking.length > 0
          ? `Still needed: ${joinTitles(checks.filter(({ key }) => blocking.includes(key)))}.`
          : left.length > 0
            ? `You open without: ${joinTitles(left)}.`
            : 'Everything is in order.'}
      </p>
      <Button
        className="mt-4"
        disabled={isBusy || blocking.length > 0}
        onClick={() => change(() => launch.open({ json: { accept: left.map(({ key }) => key) } }))}
      >
        Open the site
      </Button>
    </section>
  );
}

function CloseSite({ isBusy, close }: { isBusy: boolean; close(note: string): void }) {
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  return (
    <>
      <Button variant="quiet" className="mt-4" disabled={isBusy} onClick={() => setOpen(true)}>
        Close the site
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Close the site?"
          confirmLabel="Close it now"
          cancelLabel="Leave it open"
          isDanger
          onCancel={() => setOpen(false)}
          onConfirm={() => {
            setOpen(false);
            close(note.trim());
          }}
        >
          <p>Guests read “We open soon”. Payment pages that are open end, and their nights are let go.</p>
          <Field label="A note for them" hint="Left empty, the last one stays." className="mt-4">
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={300}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        </ConfirmDialog>
      )}
    </>
  );
}
