import { serve } from '../../platform/http/serve.server.ts';
import { adminAccess } from '../auth/access.server.ts';
import { checkNow, confirm, readLaunch } from './actions.server.ts';
import { launch } from './calls.ts';
import {
  checkRequest,
  closeRequest,
  confirmRequest,
  launchSchema,
  mailedSchema,
  openRequest,
} from './contract.server.ts';
import { closeSite, openSite } from './open-and-close.server.ts';
import { sendTestMails } from './test-mail.server.ts';

export const launchApi = serve(launch, adminAccess)
  .on('read', {
    summary: 'What is to be done before the site opens, and whether it is open',
    details: 'What is tried outside is as of the last look; the rest is judged now.',
    response: launchSchema,
    run: ({ ctx }) => readLaunch(ctx),
  })
  .on('check', {
    summary: 'Looks again, at all lines or some: 15 seconds at most',
    body: checkRequest,
    response: launchSchema,
    run: ({ ctx, json }) => checkNow(ctx, json.keys),
  })
  .on('confirm', {
    summary: 'Confirms legal, taxes or calendars as they are now',
    body: confirmRequest,
    response: launchSchema,
    errors: ['invalid: not_confirmable'],
    run: ({ ctx, json }) => confirm(ctx, json.key),
  })
  .on('sendMail', {
    summary: 'Mails every host a link that says whether mail arrives',
    details: 'The link works for 24 hours, once. 5 in an hour.',
    response: mailedSchema,
    status: 202,
    errors: ['tooMany'],
    run: ({ ctx }) => sendTestMails(ctx),
  })
  .on('open', {
    summary: 'Opens the site',
    details:
      'not_ready, with the keys as missing: a blocking line is not ok, or another one that accept does not name.',
    body: openRequest,
    response: launchSchema,
    errors: ['conflict: not_ready', 'conflict: already_open'],
    run: ({ ctx, json }) => openSite(ctx, json.accept ?? []),
  })
  .on('close', {
    summary: 'Closes the site; the payment pages of new stays are expired first',
    body: closeRequest,
    response: launchSchema,
    errors: ['conflict: payment_under_way', 'conflict: already_closed', 'unavailable'],
    run: ({ ctx, json }) => closeSite(ctx, json.note),
  });
