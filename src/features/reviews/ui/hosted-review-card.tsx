import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { useDraft } from '../../../ui/browser/use-draft.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { Stars } from '../../../ui/stars.tsx';
import type { HostedReview } from '../contract.server.ts';
import { hostedReview } from '../host-calls.ts';
import {
  formatMonth,
  type HiddenReason,
  hiddenReasons,
  hiddenReasonTexts,
  maxReplyLength,
} from '../review.ts';

type Open = 'reply' | 'hide' | null;

interface HostedReviewCardProps {
  review: HostedReview;
  /** The review was changed; its card may move to another group, without the focus in it. */
  onDone(): void;
}

/** A review of a stay, and what hosts may do with it; a typed reply is stored as a draft until it is published. */
export function HostedReviewCard({ review, onDone }: HostedReviewCardProps) {
  const draft = useDraft(`review-reply:${review.id}`);
  const [chosen, setChosen] = useState<Open | undefined>();
  // The form is open where a draft waits, until the host opens or closes one.
  const open = chosen === undefined && draft.text !== '' ? 'reply' : chosen;
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (act: () => Promise<HostedReview>) => act(),
    async onSuccess() {
      setChosen(null);
      onDone();
      await client.invalidateQueries({ queryKey: ['hosted-reviews'] });
    },
  });
  const { id, code, property, name, rating, text, stayMonth, privateNote, publishedAt, reply, hiddenReason } =
    review;
  const toggle = (next: Open) => () => setChosen(open === next ? null : next);
  async function publish(text: string) {
    const replied = await hostedReview.reply({ id: String(id), json: { text } });
    draft.change('');
    return replied;
  }
  return (
    <li tabIndex={-1} className="grid gap-3 rounded-2xl border border-dune bg-white p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 font-semibold text-deep wrap-anywhere">
          <bdi>{name}</bdi>, {property.title}
        </p>
        <Stars rating={rating} />
      </div>
      <p className="text-slate">
        Stayed in {formatMonth(stayMonth)}, published on {formatDate(publishedAt)}.{' '}
        <Link to={`/admin/bookings/${code}`} className="font-medium text-gulf underline underline-offset-4">
          Booking {code}
        </Link>
      </p>
      {hiddenReason && <p className="font-medium text-ember">Hidden: {hiddenReasonTexts[hiddenReason]}</p>}
      <p dir="auto" className="whitespace-pre-line text-ink wrap-anywhere">
        {text}
      </p>
      {privateNote && <Quoted title="Only for you" text={privateNote} />}
      {reply && <Quoted title="Your reply" text={reply} />}
      <div className="flex flex-wrap gap-2">
        <SmallButton onClick={toggle('reply')} aria-expanded={open === 'reply'} className="min-h-11">
          {reply ? 'Change the reply' : 'Reply'}
        </SmallButton>
        {hiddenReason ? (
          <SmallButton
            disabled={isPending}
            onClick={() => mutate(() => hostedReview.show({ id: String(id), json: {} }))}
            className="min-h-11"
          >
            Show it again
          </SmallButton>
        ) : (
          <SmallButton onClick={toggle('hide')} aria-expanded={open === 'hide'} className="min-h-11">
            Hide
          </SmallButton>
        )}
      </div>
      {open === 'reply' && (
        <ReplyForm
          initialText={draft.text || reply}
          isPending={isPending}
          change={(text) => {
            setChosen('reply');
            draft.change(text);
          }}
          send={(text) => mutate(() => publish(text))}
        />
      )}
      {open === 'hide' && (
        <HideForm
          isPending={isPending}
          send={(reason) => mutate(() => hostedReview.hide({ id: String(id), json: { reason } }))}
        />
      )}
      {error && <ErrorAlert>{error.message}</ErrorAlert>}
    </li>
  );
}

const Quoted = ({ title, text }: { title: string; text: string }) => (
  <div className="border-l-4 border-glass pl-4">
    <p className="font-semibold text-deep">{title}</p>
    <p dir="auto" className="whitespace-pre-line text-ink wrap-anywhere">
      {text}
    </p>
  </div>
);

interface FormFrameProps {
  label: string;
  isDanger?: boolean;
  isPending: boolean;
  submit(form: FormData): void;
  children: ReactNode;
}

function FormFrame({ label, isDanger = false, isPending, submit, children }: FormFrameProps) {
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    submit(new FormData(event.currentTarget));
  }
  return (
    <form onSubmit={send} className="grid gap-3 rounded-xl bg-sand p-4">
      {children}
      <SmallButton
        type="submit"
        variant={isDanger ? 'danger' : 'strong'}
        disabled={isPending}
        className="min-h-11 justify-self-start"
      >
        {isPending ? 'Sending…' : label}
      </SmallButton>
    </form>
  );
}

interface ReplyFormProps {
  initialText: string;
  isPending: boolean;
  change(text: string): void;
  send(text: string): void;
}

export function ReplyForm({ initialText, isPending, change, send }: ReplyFormProps) {
  const [text, setText] = useState(initialText);
  return (
    <FormFrame
      label="Publish the reply"
      isPending={isPending}
      submit={(form) => send(String(form.get('text')))}
    >
      <Field label="Your reply, for everybody to read" size="small">
        {(control) => (
          <textarea
            {...control}
            name="text"
            rows={4}
            required
            maxLength={maxReplyLength}
            readOnly={isPending}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              change(target.value);
            }}
          />
        )}
      </Field>
    </FormFrame>
  );
}

interface HideFormProps {
  isPending: boolean;
  send(reason: HiddenReason): void;
}

function HideForm({ isPending, send }: HideFormProps) {
  return (
    <FormFrame
      label="Hide the review"
      isDanger
      isPending={isPending}
      submit={(form) => send(form.get('reason') as HiddenReason)}
    >
      <Field
        label="Why is it hidden?"
        size="small"
        hint="A line with this reason stands in its place, and its stars count on in the average."
      >
        {(control) => (
          <select {...control} name="reason" required defaultValue="">
            <option value="" disabled>
              Choose a reason
            </option>
            {hiddenReasons.map((reason) => (
              <option key={reason} value={reason}>
                {hiddenReasonTexts[reason].replace(/^i/, 'I')}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormFrame>
  );
}
