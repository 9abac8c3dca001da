import { Hono } from 'hono';
import type { ApiEnv } from '../../platform/http.server.ts';

export const shopApi = new Hono<ApiEnv>();

export type ShopApi = typeof shopApi;
