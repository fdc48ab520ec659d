import type { Account } from './accounts';

export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** API client for preparing test data and checking the server's state. */
export class Api {
  private constructor(
    private readonly base: string,
    private readonly access: string,
  ) {}

  /** Tokens of the session. */
  static async tokens(url: string, account: Account): Promise<{ access: string; refresh: string }> {
    const answer = await fetch(`${url}/api/account/v2/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    if (!answer.ok) throw new Error(`Signing in as ${account.email} was answered ${answer.status}`);
    return (await answer.json()) as { access: string; refresh: string };
  }

  static async signIn(url: string, account: Account): Promise<Api> {
    return new Api(`${url}/api`, (await Api.tokens(url, account)).access);
  }

  async call(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    const answer = await fetch(`${this.base}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.access}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  }

  /** @throws if the response is not 2xx */
  async expectOk<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  async workspaceId(name: string): Promise<string> {
    const workspaces = await this.expectOk<{ id: string; name: string }[]>('GET', '/account/v2/workspace/');
    const found = workspaces.find((workspace) => workspace.name === name);
    if (!found) throw new Error(`No workspace ${name}`);
    return found.id;
  }

  /** Uploads an image and returns its id. */
  async upload(workspace: string, buffer: Buffer): Promise<string> {
    const image = await this.expectOk<{ id: string }>('POST', '/recognition/v2/training-image/', {
      workspace,
      base64: buffer.toString('base64'),
      noresize: true,
    });
    return image.id;
  }

  async objectsOf(image: string): Promise<{ id: string; data: number[]; detection_label: { name: string } }[]> {
    const page = await this.expectOk<{ results: { id: string; data: number[]; detection_label: { name: string } }[] }>(
      'GET',
      `/detection/v2/object/?image=${image}&page_size=500`,
    );
    return page.results;
  }

  async removeImages(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.call('DELETE', `/recognition/v2/training-image/${id}`);
  }
}
