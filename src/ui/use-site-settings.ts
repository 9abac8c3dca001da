import { useRouteLoaderData } from 'react-router';
import type { SiteSettings } from '../shared/site-settings.server.ts';
import { fallbackSettings } from './error-page.tsx';

/** The part of `root.tsx`'s loader data that others read. */
interface RootData {
  settings: SiteSettings;
  user: object | null;
}

/** Returns the settings; undefined on the error page of a site that could not be loaded. */
const useRootData = () => useRouteLoaderData('root') as RootData | undefined;

export const useSiteSettings = (): SiteSettings => useRootData()?.settings ?? fallbackSettings;

export const useIsSignedIn = (): boolean => !!useRootData()?.user;
