import {
  ArrowRightLeft,
  Ban,
  Check,
  CirclePlus,
  KeyRound,
  type LucideIcon,
  Mail,
  Undo2,
  UserPen,
  Users,
  X,
} from 'lucide-react';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { HostedDetail } from '../bookings/contract.server.ts';

export type ActionName = HostedDetail['can'][number];

interface ActionButton {
  name: ActionName;
  label: string;
  icon: LucideIcon;
  variant?: 'strong' | 'danger';
}

const buttons: ActionButton[] = [
  { name: 'approve', label: 'Approve', icon: Check, variant: 'strong' },
  { name: 'decline', label: 'Decline', icon: X, variant: 'danger' },
  { name: 'message', label: 'Message', icon: Mail },
  { name: 'move', label: 'Move', icon: ArrowRightLeft },
  { name: 'party', label: 'Party', icon: Users },
  { name: 'charge', label: 'Add a charge', icon: CirclePlus },
  { name: 'refund', label: 'Refund', icon: Undo2 },
  { name: 'editGuest', label: 'Edit guest', icon: UserPen },
  { name: 'renew', label: 'New link', icon: KeyRound },
  { name: 'cancel', label: 'Cancel stay', icon: Ban, variant: 'danger' },
];

export const isAction = (text: string): text is ActionName => buttons.some(({ name }) => name === text);

export const actionLabel = (action: ActionName): string =>
  buttons.find(({ name }) => name === action)?.label ?? action;

/** The actions that hosts may take now; the first one is highlighted while the guest waits for it. */
export const ActionButtons = ({
  booking: { can },
  choose,
}: {
  booking: HostedDetail;
  choose(action: ActionName): void;
}) =>
  can.length > 0 && (
    <div className="flex flex-wrap gap-2 pt-1">
      {buttons
        .filter(({ name }) => can.includes(name))
        .map(({ name, label, icon: Icon, variant }) => (
          <SmallButton
            key={name}
            variant={variant}
            aria-haspopup="dialog"
            onClick={() => choose(name)}
            className="min-h-11"
          >
            <Icon aria-hidden="true" className="size-4" />
            {label}
          </SmallButton>
        ))}
    </div>
  );
