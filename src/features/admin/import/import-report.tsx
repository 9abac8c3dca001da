import { CircleAlert, CircleCheck } from 'lucide-react';
import { EffectLines } from '../edit/effect-note.tsx';
import { fieldTitle } from '../schema/field-kind.ts';
import { formatValue } from '../schema/format-value.ts';
import type { TableForm } from '../schema/table.ts';
import type { ImportReport } from './contract.server.ts';
import { countMistakes, groupProblems, linesText } from './group-problems.ts';

interface ImportReportViewProps {
  report: ImportReport;
  schema: TableForm;
  fileName: string;
}

const number = (count: number) => count.toLocaleString('en-US');

export function ImportReportView({ report, schema, fileName }: ImportReportViewProps) {
  const { rows, creates, updates, unknownColumns, errors, errorCount, effect, preview } = report;
  const isValid = errorCount === 0;
  const mistakes = errorCount - errors.length + countMistakes(errors);
  const Icon = isValid ? CircleCheck : CircleAlert;
  return (
    <div className="grid min-w-0 gap-5">
      <div
        role="status"
        className={`flex gap-3 rounded-xl border p-4 ${isValid ? 'border-leaf/30 bg-leaf/8' : 'border-danger/30 bg-danger/8'}`}
      >
        <Icon aria-hidden="true" className={`shrink-0 ${isValid ? 'text-leaf' : 'text-danger'}`} />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{fileName}</p>
          <p>{`Rows: ${number(rows)}. To create: ${number(creates)}. To update: ${number(updates)}. Errors: ${number(mistakes)}.`}</p>
          {!isValid && <p>Nothing is imported until every error is mended.</p>}
          {rows === 0 && isValid && <p>There is nothing to import.</p>}
        </div>
      </div>
      {unknownColumns.length > 0 && (
        <p className="wrap-anywhere">
          <strong>Columns that are left out: </strong>
          {unknownColumns.join(', ')}
        </p>
      )}
      {!isValid && <Errors errors={errors} count={errorCount} />}
      {effect && effect.lines.length > 0 && (
        <div className="rounded-xl bg-mist p-4">
          <h3 className="font-sans text-base font-semibold text-deep">What this does</h3>
          <EffectLines {...effect} />
        </div>
      )}
      {preview.length > 0 && <Preview rows={preview} count={rows} schema={schema} />}
    </div>
  );
}

function Errors({ errors, count }: { errors: ImportReport['errors']; count: number }) {
  return (
    <section aria-labelledby="import-errors">
      <h3 id="import-errors" className="mb-2 font-sans text-base font-semibold">
        Errors
      </h3>
      <ul
        className="max-h-64 divide-y divide-dune overflow-y-auto rounded-xl border border-dune"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
        tabIndex={0}
      >
        {groupProblems(errors).map(({ message, fields, lines }) => (
          <li key={message} className="grid gap-x-3 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <span className="text-slate tabular-nums">{linesText(lines)}</span>
            <span className="min-w-0 wrap-anywhere">
              {message}
              {fields.length > 0 && (
                <span className="block text-sm text-slate">
                  {fields.length === 1 ? 'Column: ' : 'Columns: '}
                  <code>{fields.join(', ')}</code>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {count > errors.length && (
        <p className="mt-2 text-sm text-slate">{`and ${number(count - errors.length)} more`}</p>
      )}
    </section>
  );
}

interface PreviewProps {
  rows: ImportReport['preview'];
  count: number;
  schema: TableForm;
}

function Preview({ rows, count, schema }: PreviewProps) {
  const columns = Object.keys(schema.properties).filter((name) =>
    rows.some((row) => Object.hasOwn(row, name)),
  );
  return (
    <section aria-labelledby="import-preview" className="min-w-0">
      <h3 id="import-preview" className="mb-2 font-sans text-base font-semibold">
        {rows.length < count ? `The first ${rows.length} rows` : 'The rows'}
      </h3>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
        tabIndex={0}
        className="overflow-x-auto rounded-xl border border-dune"
      >
        <table className="w-full text-left text-sm wrap-break-word">
          <thead className="bg-sand">
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" className="px-3 py-2 font-semibold whitespace-nowrap">
                  {fieldTitle(name, schema.properties[name])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-dune">
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
              <tr key={index}>
                {columns.map((name) => {
                  const field = schema.properties[name];
                  return (
                    <td key={name} className="max-w-64 truncate px-3 py-2">
                      {field && formatValue(name, field, row[name])}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
