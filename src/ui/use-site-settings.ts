import { useRouteLoaderData } from 'react-router';
import type { SiteSettings } from '../shared/site-settings.server.ts';

/** The part of `root.tsx`'s loader data that others read. */
interface RootData {
  settings: SiteSettings;
  user: object | null;
}

const useRootData = (): RootData => useRouteLoaderData('root') as RootData;

export const useSiteSettings = (): SiteSettings => useRootData().settings;

export const useIsSignedIn = (): boolean => useRootData().user !== null;
