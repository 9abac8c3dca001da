import type { ReactNode } from 'react';
import {
  Scripts,
  ScrollRestoration,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';

interface PageScriptsProps {
  nonce?: string;
}

function ServerScripts({ nonce }: PageScriptsProps) {
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  );
}

function ClientScripts() {
  useScrollRestoration();
  return null;
}

/**
 * Only the server's HTML has scripts. React makes a `<script>` through `innerHTML`, which trusted types forbid:
 * a client that rendered one could not recover from a mismatch (decision 024).
 */
export const PageScripts: (props: PageScriptsProps) => ReactNode = import.meta.env.SSR
  ? ServerScripts
  : ClientScripts;
