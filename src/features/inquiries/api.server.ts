import { Hono } from 'hono';
import type { ApiEnv } from '../../platform/http.server.ts';

export const inquiriesApi = new Hono<ApiEnv>();

export type InquiriesApi = typeof inquiriesApi;
