import { TestClient, type TestResponse } from '../api/client';

const START_PATH = '/account/v2/oidc/start';
const FINISH_PATH = '/account/v2/oidc/finish';
const MAX_REDIRECTS = 10;

/** A browser that signs in to a server at an identity provider. It stores the cookies of the server and of the provider. */
export class TestBrowser {
  private readonly cookies = new Map<string, Map<string, string>>();

  /** `origin` is the origin of the server that starts the sign-in. Another server may finish the sign-in. */
  constructor(private readonly origin: string) {}

  /**
   * Starts a sign-in and visits the identity provider. Returns the query with which the provider redirects the user back to the console.
   */
  async visitProvider(): Promise<string> {
    const response = await this.post(this.origin, START_PATH);
    if (response.status !== 200) throw new Error(`The sign-in did not start: ${response.status} ${response.text}`);
    return this.followRedirects((response.body as { url: string }).url);
  }

  start(): Promise<TestResponse> {
    return this.post(this.origin, START_PATH);
  }

  /** Finishes a sign-in with the query of the provider. */
  finish(query: string, origin = this.origin): Promise<TestResponse> {
    return this.post(origin, FINISH_PATH, { query });
  }

  async signIn(): Promise<TestResponse> {
    return this.finish(await this.visitProvider());
  }

  /** Follows the redirects of the provider to the console. The session at the provider ends, so that another user can sign in. */
  async followRedirects(start: string): Promise<string> {
    const provider = new URL(start).origin;
    this.cookies.delete(provider);
    let url = start;
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.getCookies(provider) } });
      this.storeCookies(provider, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (!location) throw new Error(`The provider responded with ${response.status}: ${await response.text()}`);
      const nextUrl = new URL(location, url);
      if (nextUrl.origin !== provider) return nextUrl.search.slice(1);
      url = nextUrl.href;
    }
    throw new Error('The provider redirects without end');
  }

  private async post(origin: string, path: string, body?: object): Promise<TestResponse> {
    // A browser sends the cookies of the console's URL, whichever server receives the request.
    const cookie = this.getCookies(this.origin);
    const response = await new TestClient(origin, null).post(path, body, { headers: cookie ? { cookie } : {} });
    this.storeCookies(this.origin, response.headers['set-cookie'] ?? []);
    return response;
  }

  private getCookies(origin: string): string {
    return [...(this.cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private storeCookies(origin: string, lines: readonly string[]): void {
    const originCookies = this.cookies.get(origin) ?? new Map<string, string>();
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      originCookies.set(name, value);
    }
    this.cookies.set(origin, originCookies);
  }
}
