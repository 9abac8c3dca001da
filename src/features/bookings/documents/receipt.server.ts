import { createWorker, WorkerExited } from '../../../platform/images/child-worker.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { BookingEmailData } from '../emails/email-data.ts';

export type ReceiptResponse = { pdf: Uint8Array } | { problem: string };

/** In a process of its own: the text engine takes 65 MB and a tenth of a second for each receipt. */
const drawer = createWorker<BookingEmailData, ReceiptResponse>(
  new URL('./receipt.worker.server.ts', import.meta.url),
  { idleBeforeStopMs: 2_000, maxWorkMs: 20_000 },
);

/** @throws AppError `unavailable` when the process ended, Error when the drawing failed */
export async function renderReceipt(data: BookingEmailData): Promise<Buffer> {
  const response = await drawer(data).catch((cause: unknown) => {
    if (!(cause instanceof WorkerExited)) throw cause;
    const message = 'This receipt could not be made just now. Please try again.';
    throw new AppError('unavailable', message, { retryAfterSeconds: 10, cause });
  });
  if ('pdf' in response) return Buffer.from(response.pdf);
  throw new Error(`a receipt could not be drawn: ${response.problem}`);
}
