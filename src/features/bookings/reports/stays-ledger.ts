import { type TaxedStay, withStatus } from './tax-report.ts';

/** How the confirmed stays stand in the ledger: `billed` = `charges` − `refunds` + `waived` + `open`; minor units. */
export interface StaysLedger {
  stays: number;
  billed: number;
  charges: number;
  refunds: number;
  /** Of the refunds, what the hosts gave back: no guest owes it again. */
  waived: number;
  open: number;
}

export function staysLedger(stays: readonly TaxedStay[]): StaysLedger {
  const ledger: StaysLedger = { stays: 0, billed: 0, charges: 0, refunds: 0, waived: 0, open: 0 };
  for (const { price, charges, refunds, waived } of withStatus(stays, 'confirmed')) {
    ledger.stays += 1;
    ledger.billed += price.total;
    ledger.charges += charges;
    ledger.refunds += refunds;
    ledger.waived += waived;
  }
  return { ...ledger, open: ledger.billed - ledger.charges + ledger.refunds - ledger.waived };
}
