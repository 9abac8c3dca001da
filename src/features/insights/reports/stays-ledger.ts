/** Sums of the ledger for the confirmed stays: `billed` = `charges` − `refunds` + `waived` + `open`; minor units. */
export interface StaysLedger {
  stays: number;
  billed: number;
  charges: number;
  /** Refunds, including those that are ordered but not paid out yet, and lost disputes. */
  refunds: number;
  /** The part of the refunds that hosts made by choice: no guest owes it again. */
  waived: number;
  open: number;
}

/** Adds the sums of several ledgers. */
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
