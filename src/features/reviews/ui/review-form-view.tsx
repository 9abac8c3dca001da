import { formatStayDates } from '../../../shared/dates.ts';
import { Alert, ErrorAlert } from '../../../ui/alert.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field, FieldProblem } from '../../../ui/forms/field.tsx';
import { Stars } from '../../../ui/stars.tsx';
import { propertyPath } from '../../listings/property.ts';
import type { ReviewForm } from '../contract.server.ts';

/** The input, and why it was not published. */
export interface UnsentReview {
  typed: { rating: number; text: string; name: string; privateNote: string };
  problems: Record<string, string>;
  failure: string;
}

interface ReviewFormViewProps {
  form: ReviewForm;
  wasSent: boolean;
  unsent: UnsentReview | null;
}

/** A plain form, with or without scripts: nothing here waits for them. */
export function ReviewFormView({ form, wasSent, unsent }: ReviewFormViewProps) {
  const { home, checkin, checkout, review, canEdit } = form;
  const isThanking = wasSent && review !== undefined && unsent === null;
  return (
    <section className="page-width max-w-3xl py-12 sm:py-16">
      <h1 className="text-4xl text-deep sm:text-5xl">
        {isThanking ? 'Thank you' : review ? 'Your review' : 'How was your stay?'}
      </h1>
      <p className="mt-4 text-lg text-slate">
        {home.title}, {formatStayDates(checkin, checkout)}
      </p>
      {unsent && (
        <div className="mt-6">
          <ErrorAlert>{unsent.failure}</ErrorAlert>
        </div>
      )}
      {review && !unsent && <Published form={form} review={review} isThanking={isThanking} />}
      {(canEdit || unsent) && <Fields form={form} unsent={unsent} />}
    </section>
  );
}

/** The input, while its stay cannot be loaded. */
export const UnsentReviewView = ({ unsent }: { unsent: UnsentReview }) => (
  <section className="page-width max-w-3xl py-12 sm:py-16">
    <h1 className="mb-6 text-4xl text-deep sm:text-5xl">Your review</h1>
    <ErrorAlert>{unsent.failure}</ErrorAlert>
    <Fields form={{ name: '' }} unsent={unsent} />
  </section>
);

interface PublishedProps {
  form: ReviewForm;
  review: NonNullable<ReviewForm['review']>;
  isThanking: boolean;
}

function Published({ form: { home, canEdit }, review, isThanking }: PublishedProps) {
  return (
    <div className="mt-6 grid gap-5">
      {isThanking && <Alert>Your review is public now.</Alert>}
      <article className="rounded-2xl bg-sand p-5">
        <Stars rating={review.rating} />
        <p dir="auto" className="mt-2 whitespace-pre-line text-ink wrap-anywhere">
          {review.text}
        </p>
        <p className="mt-2 font-semibold text-deep wrap-anywhere">
          <bdi>{review.name}</bdi>
        </p>
      </article>
      <ButtonLink to={`${propertyPath(home.slug)}#reviews`} variant="quiet" className="justify-self-start">
        See it on the home’s page
      </ButtonLink>
      <p className="text-slate">
        {canEdit
          ? 'You can change it for 48 hours after you sent it first, or until the hosts reply.'
          : 'It can no longer be changed.'}
      </p>
    </div>
  );
}

const ratings = [
  [5, 'Wonderful'],
  [4, 'Good'],
  [3, 'Fair'],
  [2, 'Poor'],
  [1, 'Bad'],
] as const;

interface FieldsProps {
  form: Pick<ReviewForm, 'name' | 'review'>;
  unsent: UnsentReview | null;
}

function Fields({ form: { name, review }, unsent }: FieldsProps) {
  const typed = unsent?.typed ?? { rating: 0, text: '', name, privateNote: '', ...review };
  const problems = unsent?.problems ?? {};
  return (
    <form method="post" className="mt-8 grid gap-7">
      {review && <h2 className="text-2xl text-deep">Change your review</h2>}
      <fieldset aria-describedby={problems.rating ? 'rating-problem' : undefined}>
        <legend className="mb-2 font-semibold text-ink">Your rating</legend>
        <div className="grid gap-2">
          {ratings.map(([stars, word]) => (
            <Choice
              key={stars}
              type="radio"
              variant="card"
              name="rating"
              value={stars}
              required
              defaultChecked={typed.rating === stars}
              className="items-center"
            >
              <Stars rating={stars} />
              <span className="text-ink">{word}</span>
            </Choice>
          ))}
        </div>
        <FieldProblem id="rating-problem" isAnnounced={false}>
          {problems.rating}
        </FieldProblem>
      </fieldset>
      <Field
        id="review-text"
        label="Your review"
        hint="20 to 4,000 characters. It is about the stay: please leave out full names, addresses and phone numbers."
        problem={problems.text}
        isAnnounced={false}
      >
        {/* The field has no `maxLength`, because the browser would count an emoji as two. */}
        {(control) => (
          <textarea {...control} name="text" rows={7} required dir="auto" defaultValue={typed.text} />
        )}
      </Field>
      <Field
        id="review-name"
        label="The name it appears under"
        hint="Your first name, or any other."
        problem={problems.name}
        isAnnounced={false}
      >
        {(control) => (
          <input {...control} name="name" defaultValue={typed.name} required autoComplete="given-name" />
        )}
      </Field>
      <Field
        id="review-privateNote"
        label="A note to the hosts (optional)"
        hint={
          review
            ? 'Only the hosts read it. Left empty, what you wrote them before stays.'
            : 'Only the hosts read it.'
        }
        problem={problems.privateNote}
        isAnnounced={false}
      >
        {(control) => (
          <textarea {...control} name="privateNote" rows={3} dir="auto" defaultValue={typed.privateNote} />
        )}
      </Field>
      <p className="text-slate">
        Your rating, words and name are public at once. The hosts cannot see them earlier, pick them or change
        them; they can reply once, and hide a review with a reason that everybody sees.
      </p>
      <Button type="submit" className="w-full sm:w-auto sm:justify-self-start">
        {review ? 'Change my review' : 'Publish my review'}
      </Button>
    </form>
  );
}
