import type { ReactNode } from 'react';
import { PageMessage } from '../../../ui/page-message.tsx';

export const PageError = ({ message, children }: { message: string; children: ReactNode }) => (
  <PageMessage title="Oops! Something went wrong" text={message} isAlert>
    {children}
  </PageMessage>
);
