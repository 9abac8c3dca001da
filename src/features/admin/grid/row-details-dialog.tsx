import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { RowPage } from '../calls/contract.server.ts';
import { fieldTitle } from '../schema/field-kind.ts';
import { rowLabel } from '../schema/format-value.ts';
import type { Row, TableForm } from '../schema/table.ts';
import { Cell } from './cell.tsx';

interface RowDetailsDialogProps {
  schema: TableForm;
  row: Row;
  labels: RowPage['labels'];
  onClose(): void;
}

export function RowDetailsDialog({ schema, row, labels, onClose }: RowDetailsDialogProps) {
  return (
    <Dialog
      title={rowLabel(schema.label, row)}
      size="wide"
      onClose={onClose}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl tabIndex={0} className="grid gap-4">
        {Object.entries(schema.properties).map(([name, field]) => (
          <div key={name} className="grid gap-0.5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-4">
            <dt className="font-semibold text-slate wrap-anywhere">{fieldTitle(name, field)}</dt>
            <dd className="min-w-0">
              <Cell name={name} field={field} row={row} labels={labels} full />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
