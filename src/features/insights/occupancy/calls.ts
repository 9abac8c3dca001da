import { calls, get, getFile } from '../../../shared/http/calls.ts';
import type { FigureReport, FiguresQuery, SentFiguresPageQuery } from './contract.server.ts';

export const figureCalls = calls('/admin/figures', {
  read: get<FigureReport, SentFiguresPageQuery>('', 'The figures could not be loaded'),
  csv: getFile<FiguresQuery>('.csv', 'The file could not be made. Please try again.'),
});
