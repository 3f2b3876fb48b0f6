/** Does what a browser does when a person logs in: keeps cookies, follows redirects, submits forms. */
export interface LoginBrowser {
  /** Sends one request, without following a redirect. */
  ask(
    url: string,
    init?: { method?: string; headers?: Record<string, string>; form?: Record<string, string> },
  ): Promise<Answer>;
  /** Follows redirects up to a page, or to an address for which `until` is true, which is not requested. */
  follow(url: string, until?: (url: string) => boolean): Promise<Answer>;
  /** Logs in at the provider's pages, starting at the service's `/v2/login`. @returns the address to which the provider redirects */
  comeBack(loginUrl: string, person: string): Promise<string>;
  cookies(url: string): ReadonlyMap<string, string>;
  /** `Set-Cookie` headers so far. */
  readonly setCookies: readonly string[];
}

export interface Answer {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const CALLBACK = '/v2/login/callback';

export function openBrowser(): LoginBrowser {
  /** Host with port to its cookies: all servers of a test are on 127.0.0.1, and browsers would not separate them. */
  const jars = new Map<string, Map<string, string>>();
  const setCookies: string[] = [];
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };

  const ask: LoginBrowser['ask'] = async (url, { method = 'GET', headers = {}, form } = {}) => {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      method: form === undefined ? method : 'POST',
      redirect: 'manual',
      headers: { ...(cookie !== '' && { cookie }), ...headers },
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0(;|$)|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  };
  const follow: LoginBrowser['follow'] = async (url, until = () => false) => {
    let answer = await ask(url);
    for (let count = 0; count < 10 && answer.status >= 300 && answer.status < 400; count++) {
      const next = new URL(answer.headers.get('location') ?? '', answer.url).href;
      if (until(next)) return { ...answer, url: next };
      answer = await ask(next);
    }
    return answer;
  };

  return {
    ask,
    follow,
    setCookies,
    cookies: jarOf,
    comeBack: async (loginUrl, person) => {
      const isBack = (url: string) => new URL(url).pathname === CALLBACK;
      let answer = await follow(loginUrl, isBack);
      // A login form, then one for consent.
      for (let count = 0; count < 3 && !isBack(answer.url); count++) {
        const action = /<form[^>]*action="([^"]+)"/.exec(answer.text)?.[1];
        if (action === undefined) throw new Error(`no form at ${answer.url}: ${answer.text.slice(0, 500)}`);
        const prompt = /name="prompt" value="(\w+)"/.exec(answer.text)?.[1] ?? '';
        const target = new URL(action, answer.url).href;
        const sent = await ask(target, { form: { prompt, login: person, password: 'any' } });
        answer = await follow(new URL(sent.headers.get('location') ?? '', target).href, isBack);
      }
      return answer.url;
    },
  };
}
