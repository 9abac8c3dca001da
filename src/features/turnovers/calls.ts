import { calls, get, post, upload } from '../../shared/http/calls.ts';
import { objectWith, textIn } from '../../shared/http/request.ts';
import type {
  CleaningImage,
  CleaningLink,
  CleaningPage,
  HostTurnover,
  ReportedTurnover,
  TurnoverChange,
  TurnoverDays,
  TurnoverList,
  TurnoverReport,
} from './contract.server.ts';

const parsePage = objectWith<Omit<CleaningPage, 'language' | 'justDone'>, CleaningPage>({
  language: 'en',
  justDone: [],
});

/** What cleaners do with their link. */
export const cleaning = calls('/cleaning/:token', {
  read: get<CleaningPage>('', 'Your turnovers could not be loaded.', { parse: parsePage }),
  /** Returns the photo's URL. */
  uploadImage: upload<CleaningImage, string>('/photos', 'A photo could not be sent.', {
    parse: (body) => textIn(body, 'media_url'),
  }),
});
export const cleaningTurnover = calls('/cleaning/:token/turnovers/:id', {
  report: post<TurnoverReport, ReportedTurnover>('', 'Your report could not be sent.'),
  undo: post<undefined, ReportedTurnover>('/undo', 'That could not be taken back.'),
});

/** What hosts do with turnovers. */
export const hostedTurnovers = calls('/admin/turnovers', {
  list: get<TurnoverList, TurnoverDays>('', 'The turnovers could not be loaded.'),
});
export const hostedTurnover = calls('/admin/turnovers/:id', {
  change: post<TurnoverChange, HostTurnover>('', 'The turnover could not be changed.'),
});
export const cleanerLink = calls('/admin/cleaners/:id/link', {
  /** Returns the new link's URL. */
  renew: post<undefined, CleaningLink, undefined, string>('', 'The link could not be made.', {
    parse: (body) => textIn(body, 'url'),
  }),
});
