import { DatabaseZap, type LucideIcon, ShieldAlert, ShieldX, TableProperties } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { signOut } from './admin-header.tsx';

interface NoticeProps {
  icon: LucideIcon;
  title: string;
  level?: 'h1' | 'h2';
  children?: ReactNode;
  actions?: ReactNode;
}

export function Notice({ icon: Icon, title, level: Heading = 'h2', children, actions }: NoticeProps) {
  return (
    <div className="mx-auto my-10 flex w-full max-w-xl flex-col items-center gap-3 px-6 text-center sm:my-16">
      <span className="grid size-14 place-items-center rounded-full bg-mist text-gulf">
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <Heading className="text-2xl text-deep sm:text-3xl">{title}</Heading>
      <div className="grid gap-2 text-slate wrap-anywhere">{children}</div>
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}

export function AccessCheckFailed({ message }: { message: string }) {
  return (
    <Notice
      icon={ShieldAlert}
      level="h1"
      title="Access Check Failed"
      actions={<Button onClick={() => window.location.reload()}>Retry</Button>}
    >
      <p role="alert">{message}</p>
    </Notice>
  );
}

export function AccessDenied() {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Notice
      icon={ShieldX}
      level="h1"
      title="Access Denied"
      actions={
        <>
          <ButtonLink to="/">Back to Home</ButtonLink>
          <Button
            variant="quiet"
            disabled={isLeaving}
            onClick={() => {
              setIsLeaving(true);
              void signOut();
            }}
          >
            Sign Out
          </Button>
        </>
      }
    >
      <p className="font-semibold text-ink">Not an administrator</p>
      <p>You don't have permission to access the admin dashboard.</p>
    </Notice>
  );
}

export function SchemasFailed({ message, retry }: { message: string; retry(): void }) {
  return (
    <Notice
      icon={DatabaseZap}
      title="Failed to Load Schemas"
      actions={<Button onClick={retry}>Retry</Button>}
    >
      <p role="alert">{message}</p>
    </Notice>
  );
}

export function NoTables() {
  return (
    <Notice icon={TableProperties} title="No Tables Found">
      <p>
        No database schemas were found. Make sure your schemas are properly configured in the shared/schemas
        directory.
      </p>
    </Notice>
  );
}
