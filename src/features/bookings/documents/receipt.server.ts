import { createWorker, throwUnavailable } from '../../../platform/images/child-worker.server.ts';
import type { BookingEmailData } from '../emails/email-data.ts';

export type ReceiptResponse = { pdf: Uint8Array } | { problem: string };

/** A separate process draws the receipts: the text engine takes 65 MB, and a tenth of a second for each. */
const drawer = createWorker<BookingEmailData, ReceiptResponse>(
  new URL('./receipt.worker.server.ts', import.meta.url),
  { maxWaiting: 20, idleBeforeStopMs: 2_000, maxWorkMs: 20_000 },
);

/** Draws the receipt of a mail, before those that pages request. @throws AppError `unavailable` when the process ended */
export const renderMailedReceipt = (data: BookingEmailData): Promise<Buffer> =>
  render(data, { isHighPriority: true });

/**
 * @param signal of the request: a receipt of an aborted request is not drawn
 * @throws AppError `unavailable`, also if many wait
 */
export const renderReceipt = (data: BookingEmailData, signal?: AbortSignal): Promise<Buffer> =>
  render(data, { signal });

/** @throws AppError `unavailable`; Error when the drawing failed */
async function render(data: BookingEmailData, options: Parameters<typeof drawer>[1]): Promise<Buffer> {
  const response = await drawer(data, options).catch(
    throwUnavailable('This receipt could not be made just now. Please try again.'),
  );
  if ('pdf' in response) return Buffer.from(response.pdf);
  throw new Error(`a receipt could not be drawn: ${response.problem}`);
}
