import { readDraft, writeDraft } from '../../../ui/browser/drafts.ts';
import type { TypedMessage } from './submit-message.ts';

const draftName = (code: string) => `trip-message:${code}`;

/** Reads the message about a booking that was typed in this tab and not sent; other forms of its page load it again. */
export const readMessageDraft = (code: string): TypedMessage => ({
  text: readDraft(draftName(code), 'tab'),
  kind: readDraft(`${draftName(code)}:kind`, 'tab') === 'change' ? 'change' : 'message',
});

/** Stores an unsent message, or deletes it where its text is empty. */
export function writeMessageDraft(code: string, { text, kind }: TypedMessage): void {
  writeDraft(draftName(code), text, 'tab');
  writeDraft(`${draftName(code)}:kind`, text === '' ? '' : kind, 'tab');
}
