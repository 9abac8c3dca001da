import type { Ctx } from '../../platform/context.server.ts';
import { runSteps } from '../../platform/run-steps.server.ts';
import { planMessages } from './plan-messages.server.ts';
import { sendDueMessages } from './send-message.server.ts';

/** Runs every minute: plans messages again after changes, then sends those that are due. */
export const runMessages = (ctx: Ctx, signal?: AbortSignal): Promise<void> =>
  runSteps(
    ctx,
    { planMessages: () => planMessages(ctx, signal), sendMessages: () => sendDueMessages(ctx, signal) },
    signal,
  );
