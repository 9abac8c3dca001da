import { type TaxedStay, withStatus } from './tax-report.ts';

/** How the confirmed stays stand in the ledger: `billed` = `charges` − `refunds` + `waived` + `open`; minor units. */
export interface StaysLedger {
  stays: number;
  billed: number;
  charges: number;
  /** Those that are ordered and not paid out yet, and what banks took back in disputes, too. */
  refunds: number;
  /** Of the refunds, what the hosts gave back: no guest owes it again. */
  waived: number;
  open: number;
}

export function staysLedger(stays: readonly TaxedStay[]): StaysLedger {
  const ledger: StaysLedger = { stays: 0, billed: 0, charges: 0, refunds: 0, waived: 0, open: 0 };
  for (const { price, charges, refunds, lost = 0, pending, waived } of withStatus(stays, 'confirmed')) {
    ledger.stays += 1;
    ledger.billed += price.total;
    ledger.charges += charges;
    ledger.refunds += refunds + pending + lost;
    ledger.waived += waived;
  }
  const { billed, charges, refunds, waived } = ledger;
  return { ...ledger, open: billed - charges + refunds - waived };
}

/** The ledger of the stays of several ledgers. */
export function sumLedgers(ledgers: readonly StaysLedger[]): StaysLedger {
  const add = (name: keyof StaysLedger) => ledgers.reduce((total, ledger) => total + ledger[name], 0);
  return {
    stays: add('stays'),
    billed: add('billed'),
    charges: add('charges'),
    refunds: add('refunds'),
    waived: add('waived'),
    open: add('open'),
  };
}
