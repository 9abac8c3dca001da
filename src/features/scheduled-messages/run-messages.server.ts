import type { Ctx } from '../../platform/context.server.ts';
import { runSteps } from '../../platform/run-steps.server.ts';
import { planMessages } from './plan-messages.server.ts';
import { sendDueMessages } from './send-message.server.ts';

/** Each minute: what changed is planned anew, then what is due goes out. */
export const runMessages = (ctx: Ctx, signal?: AbortSignal): Promise<void> =>
  runSteps(
    ctx,
    { planMessages: () => planMessages(ctx, signal), sendMessages: () => sendDueMessages(ctx, signal) },
    signal,
  );
