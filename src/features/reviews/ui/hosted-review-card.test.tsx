import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReplyForm } from './hosted-review-card.tsx';

const form = (isPending: boolean) =>
  renderToStaticMarkup(
    <ReplyForm initialText="Thank you, Ann." isPending={isPending} change={() => {}} send={() => {}} />,
  );

test('the form of a reply has its draft, which cannot be changed while it is sent', () => {
  expect(form(false)).toMatch(/<textarea[^>]*>Thank you, Ann\.<\/textarea>/);
  expect(form(false)).not.toContain('readOnly');
  expect(form(true)).toMatch(/<textarea[^>]*readOnly[^>]*>Thank you, Ann\./);
});
