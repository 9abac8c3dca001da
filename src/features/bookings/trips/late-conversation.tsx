import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import type { ConversationProps } from './conversation.tsx';

const conversation = lazyPart(async () => (await import('./conversation.tsx')).Conversation, {
  yieldsToPage: true,
});

/** What guest and hosts wrote, and the form to write more: read, and sent without scripts, before these are there. */
export const LateConversation = (props: ConversationProps) => (
  <LazyHydration part={conversation}>{(Conversation) => <Conversation {...props} />}</LazyHydration>
);
