import { type TaxedStay, withStatus } from './tax-report.ts';

/** How the confirmed stays stand in the ledger: `billed` = `paid` + `open`, where `paid` is charges less refunds. */
export interface StaysLedger {
  stays: number;
  billed: number;
  charges: number;
  refunds: number;
  open: number;
}

export function staysLedger(stays: readonly TaxedStay[]): StaysLedger {
  const ledger: StaysLedger = { stays: 0, billed: 0, charges: 0, refunds: 0, open: 0 };
  for (const { price, charges, refunds } of withStatus(stays, 'confirmed')) {
    ledger.stays += 1;
    ledger.billed += price.total;
    ledger.charges += charges;
    ledger.refunds += refunds;
  }
  return { ...ledger, open: ledger.billed - ledger.charges + ledger.refunds };
}
