import { isDatabaseUnavailable } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import type { Limit } from '../../platform/http/rate-limit.server.ts';
import { AppError } from '../../shared/errors.ts';
import { isRecord } from '../../shared/is-record.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import {
  type Args,
  checkDates,
  findStays,
  getHome,
  getPolicies,
  getQuote,
  namingHomes,
} from './actions.server.ts';
import {
  checkDatesInput,
  checkDatesOutput,
  findStaysInput,
  findStaysOutput,
  getHomeOutput,
  getPoliciesOutput,
  getQuoteInput,
  getQuoteOutput,
  homeInput,
  hostsTextNote,
  type InputSchema,
} from './tool.schema.server.ts';

export const callLimit: Limit = {
  name: 'agent',
  points: 60,
  seconds: 60,
  message: 'These are many calls for one minute.',
};

/** Stands in the description of each tool. */
export const readOnlyNote =
  'Only reads: nothing is held, booked or paid, and no name, email, phone or address is taken. Contact data of guests does not belong in a chat.';

interface Tool {
  title: string;
  description: string;
  input: InputSchema;
  output: object;
  run(ctx: Ctx, args: Args): Promise<Record<string, unknown>>;
}

export const tools: Record<string, Tool> = {
  find_stays: {
    title: 'Find free homes',
    description: `Which of our beach homes are free for some dates, with their totals, fees and taxes included. A home that is not free says why, and which dates near them are. Without any argument: every home; guests, pets and flexDays need dates. ${readOnlyNote}`,
    input: findStaysInput,
    output: findStaysOutput,
    run: findStays,
  },
  get_home: {
    title: 'A home',
    description: `What a home is like: beds, baths, amenities, sleeping arrangement, house rules, the town, the public part of its guide, and what its guests gave it on average. ${readOnlyNote}`,
    input: homeInput,
    output: getHomeOutput,
    run: getHome,
  },
  check_dates: {
    title: 'A home day by day',
    description: `Which nights of a home are free from one day up to another, at most 750, and what each costs before fees and taxes. A stay is sold exactly when all its nights are isFree, canArrive holds on its first and canDepart on its last day, and it has at least the minNights of its first. ${readOnlyNote}`,
    input: checkDatesInput,
    output: checkDatesOutput,
    run: checkDates,
  },
  get_quote: {
    title: 'The price of a stay',
    description: `What a stay costs in all, with every line, the ways to pay, what a cancellation gives back until when, and how fresh the calendars are. continueUrl leads the guest to our booking page with these choices filled in: give it to them, they book there in person. At most 30 in an hour. ${readOnlyNote}`,
    input: getQuoteInput,
    output: getQuoteOutput,
    run: getQuote,
  },
  get_policies: {
    title: 'House rules, cancellation and taxes',
    description: `What a guest agrees to in a home: its house rules, what a cancellation gives back, and the taxes on a stay. ${readOnlyNote}`,
    input: homeInput,
    output: getPoliciesOutput,
    run: getPolicies,
  },
};

export const isTool = (name: unknown): boolean => typeof name === 'string' && Object.hasOwn(tools, name);

/** One request, which holds one call of a tool or several. */
export interface AgentCall {
  ctx: Ctx;
  /** Settle once a call is counted, and reject those above the limit. */
  counted: Promise<void>[];
}

/** Runs a tool; a failure is its result, too. */
export async function callTool({ ctx, counted }: AgentCall, name: string, args: unknown) {
  try {
    await counted.shift();
    const { input, run } = tools[name] as Tool;
    const parsed = parseArgs(name, input, args);
    const result = await namingHomes(ctx, () => run(ctx, parsed));
    return { content: [text(JSON.stringify(result))], structuredContent: result };
  } catch (error) {
    return { content: errorText(ctx, error).map(text), isError: true };
  }
}

const text = (value: string) => ({ type: 'text' as const, text: value });

/** @throws AppError `invalid` naming an argument that the tool does not take */
function parseArgs(name: string, { properties }: InputSchema, args: unknown): Args {
  if (!isRecord(args)) throw new AppError('invalid', 'Arguments must be an object.');
  const unknown = Object.keys(args).find((key) => !Object.hasOwn(properties, key));
  if (unknown === undefined) return args;
  const names = Object.keys(properties).join(', ');
  throw new AppError(
    'invalid',
    `There is no argument ${JSON.stringify(unknown.slice(0, 60))}. ${name} takes ${names}. Contact data of guests does not belong here: they type it on our own page.`,
  );
}

/** Formats an error as text, with the details as JSON if an agent may try something else. */
function errorText(ctx: Ctx, error: unknown): string[] {
  if (error instanceof AppError) {
    const { message, fields, extra, retryAfterSeconds } = error;
    const wait = retryAfterSeconds === undefined ? '' : ` Please wait ${retryAfterSeconds} seconds.`;
    const details = withoutUndefined({
      ...extra,
      hostsTextNote: extra && hostsTextNote,
      fields,
      retryAfterSeconds,
    });
    if (Object.keys(details).length === 0) return [message];
    return [`${message}${wait}`, JSON.stringify(details)];
  }
  ctx.log.error({ err: error }, 'a tool failed');
  return [
    error instanceof Error && isDatabaseUnavailable(error)
      ? 'We are back in a moment. Please try again.'
      : 'Something went wrong on our side.',
  ];
}
