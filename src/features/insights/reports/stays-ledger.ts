/** How the confirmed stays stand in the ledger: `billed` = `charges` − `refunds` + `waived` + `open`; minor units. */
export interface StaysLedger {
  stays: number;
  billed: number;
  charges: number;
  /** Those that are ordered and not paid out yet, and what banks took back in disputes, too. */
  refunds: number;
  /** The part of the refunds that hosts gave back by choice: no guest owes it again. */
  waived: number;
  open: number;
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
