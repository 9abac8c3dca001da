import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface ConfirmEffectDialogProps {
  pending: { warnings: readonly string[]; save(): void } | null;
  leave(): void;
}

/** Asks to confirm prices that are likely a mistake before they are saved. */
export function ConfirmEffectDialog({ pending, leave }: ConfirmEffectDialogProps) {
  if (!pending) return null;
  return (
    <ConfirmDialog
      title="Save these prices?"
      confirmLabel="Save anyway"
      isDanger
      cancelLabel="Keep editing"
      onConfirm={() => {
        leave();
        pending.save();
      }}
      onCancel={leave}
    >
      <ul className="grid gap-2 tabular-nums wrap-anywhere">
        {pending.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
