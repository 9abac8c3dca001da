import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { TableForm } from '../schema/table.ts';

export const maxBytes = 5 * 1024 * 1024;

export function ChooseFile({
  schema,
  onChoose,
}: {
  schema: TableForm;
  onChoose(file: File | undefined): void;
}) {
  const hasMoney = Object.values(schema.properties).some(({ unit }) => unit === 'cents');
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onChoose(event.dataTransfer.files[0]);
  }
  return (
    <div className="grid gap-4">
      <p className="text-slate">
        The first line names the columns. A row whose <code>id</code> exists is updated; every other row is
        created. Nothing is changed before you have seen what would happen.
      </p>
      {hasMoney && <p className="text-slate">Files hold money in cents: 17500 is $175.00.</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping has its button inside */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`grid justify-items-center gap-3 rounded-xl border border-dashed p-8 text-center ${isOver ? 'border-gulf bg-mist' : 'border-driftwood/70 bg-shell'}`}
      >
        <FileUp aria-hidden="true" className="size-8 text-gulf" />
        <Button variant="secondary" onClick={() => input.current?.click()} data-autofocus>
          Choose a CSV file
        </Button>
        <p className="text-sm text-slate">or drop it here, up to 5 MB</p>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          accept=".csv,text/csv"
          aria-label="CSV file"
          onChange={(event) => {
            onChoose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <details>
        <summary className="min-h-11 py-2 font-semibold text-gulf">Columns of this table</summary>
        <ul className="flex flex-wrap gap-2 text-sm">
          {Object.keys(schema.properties).map((name) => (
            <li key={name} className="rounded-md bg-sand px-2 py-1">
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
