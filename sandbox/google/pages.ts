import { html } from 'hono/html';
import { type Markup, page } from '../page.ts';
import { ACCOUNTS } from './requests.ts';

/** The page on which a person chooses, or types, the account to sign in with. */
export function accountPage(requestId: string, loginHint: string, problem?: string): Markup {
  const hidden = html`<input type="hidden" name="request" value="${requestId}">`;
  return page({
    title: 'Choose an account',
    body: html`<section class="card"><h1>Choose an account</h1>
${ACCOUNTS.map(
  ({ email, name, emailVerified }) => html`<form method="post" action="/google/account">${hidden}
<button type="submit" class="quiet" name="choice" value="${email}">${name}<span class="soft">${email}${emailVerified ? '' : ' (address not verified)'}</span></button></form>`,
)}</section>
<section class="card"><h2>Use another account</h2>
${problem ? html`<p class="error" role="alert">${problem}</p>` : ''}
<form method="post" action="/google/account">${hidden}
<label>Email <input type="email" name="email" value="${loginHint}" required></label>
<label>Name <input type="text" name="name"></label>
<label>Account number (optional, to keep one account under a new address) <input type="text" name="sub" inputmode="numeric"></label>
<label><input type="checkbox" name="verified" checked> Address verified</label>
<button type="submit">Continue</button></form></section>
<form method="post" action="/google/account">${hidden}<button type="submit" class="quiet" name="choice" value="cancel">Cancel</button></form>`,
  });
}

/** A request whose error cannot be sent to the client. */
export function errorPage(text: string): Markup {
  return page({
    title: 'Access blocked',
    body: html`<section class="card"><h1>Access blocked</h1><p>${text}</p></section>`,
  });
}
