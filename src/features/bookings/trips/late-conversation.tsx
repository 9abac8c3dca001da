import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import type { ConversationProps } from './conversation.tsx';

const conversation = lazyPart(async () => (await import('./conversation.tsx')).Conversation, {
  yieldsToPage: true,
});

/** The messages of guest and hosts, and the form for a new one; both work before the scripts have loaded. */
export const LateConversation = (props: ConversationProps) => (
  <LazyHydration part={conversation}>{(Conversation) => <Conversation {...props} />}</LazyHydration>
);
