import { serveRequests } from '../../../platform/images/child-worker.server.ts';
import type { BookingEmailData } from '../emails/email-data.ts';
import { drawReceipt } from './draw-receipt.server.ts';
import type { ReceiptResponse } from './receipt.server.ts';

/* The process behind renderReceipt: it is only ever forked, and takes the memory of the text engine with it. */

serveRequests<BookingEmailData, ReceiptResponse>((data) =>
  drawReceipt(data).then(
    (pdf) => ({ pdf }),
    (reason: unknown) => ({ problem: reason instanceof Error ? reason.message : String(reason) }),
  ),
);
