import type { ComponentType } from 'react';
import type { ActionName } from './action-buttons.tsx';
import { ChargeDialog } from './charge-dialog.tsx';
import { GuestDialog } from './guest-dialog.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PartyDialog } from './party-dialog.tsx';
import { CancelDialog, RefundDialog } from './refund-dialogs.tsx';
import { RenewDialog } from './renew-dialog.tsx';
import { ApproveDialog, DeclineDialog } from './request-dialogs.tsx';
import type { ActionDialogProps } from './use-decision.ts';

const dialogs: Record<ActionName, ComponentType<ActionDialogProps>> = {
  approve: ApproveDialog,
  decline: DeclineDialog,
  move: MoveDialog,
  cancel: CancelDialog,
  refund: RefundDialog,
  message: MessageDialog,
  renew: RenewDialog,
  editGuest: GuestDialog,
  party: PartyDialog,
  charge: ChargeDialog,
};

export function ActionDialog({ action, ...props }: ActionDialogProps & { action: ActionName }) {
  const Chosen = dialogs[action];
  return <Chosen {...props} />;
}
