import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

if (import.meta.env.MODE === 'watch')
  void import('./reload.ts').then(({ reloadOnChange }) => reloadOnChange());

// Only pages of nobody in particular are kept for going back; one that comes back after signing in shows the wrong links.
addEventListener('pageshow', async ({ persisted }) => {
  if (persisted && (await (await fetch('/api/users/me')).json())) location.reload();
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
