import type { Header, OperationPages } from '../document.ts';

/* The identity of a request, and the logins of people. */

const TEXT = { type: 'string' };

const LOCATION = (example: string): Readonly<Record<string, Header>> => ({
  Location: { description: 'Where the browser goes', schema: TEXT, example },
});

export const LOGIN_PAGES: OperationPages = {
  'get /v2/session': {
    operationId: 'getSession',
    description: `
Says who a request like this one acts as, and whether people can log in: what a page has to know before it asks for a key. A wrong key is
answered like none.`,
    answers: { 200: { description: 'Who it acts as.', examples: ['LoggedIn', 'NobodyYet'] } },
  },
  'delete /v2/session': {
    operationId: 'deleteSession',
    description: `
Ends the login of this browser; without one, nothing happens. Go to \`redirect\` then, where the provider ends its own session.`,
    answers: { 200: { description: 'The login has ended.', examples: ['LoggedOut'] } },
  },
  'get /v2/login': {
    operationId: 'getLogin',
    description: `
For browsers, not for \`fetch\`: sends the person to the OpenID provider of the operator, and then back to the page with a session in a
cookie (HttpOnly, SameSite=Strict). Where that fails, the page's address ends in \`#login=\` and the reason: \`expired\`, \`refused\`,
\`no_contract\` (none of the person's groups may use the service) or \`unavailable\`. 404 where nobody logs in.`,
    answers: {
      303: { description: 'To the provider.', headers: LOCATION('https://login.example.com/auth?client_id=convertd') },
    },
    refusals: { 404: { examples: ['NoLogin'] } },
  },
  'get /v2/login/callback': {
    operationId: 'getLoginCallback',
    description:
      'Where the provider sends people back. Register it there as the redirect address: `PUBLIC_URL/v2/login/callback`.',
    answers: { 303: { description: 'To the page.', headers: LOCATION('https://convert.example.com/') } },
    refusals: { 404: { examples: ['NoLogin'] } },
  },
};
