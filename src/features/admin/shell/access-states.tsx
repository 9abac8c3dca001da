import { DatabaseZap, ShieldAlert, ShieldX, TableProperties } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { logOut } from '../../auth/session/logout.ts';

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
              void logOut('/login');
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
