import type { Account } from './accounts';

export interface ApiResponse {
  status: number;
  body: unknown;
}

/** API client for preparing test data and checking the server's state. */
export class Api {
  private constructor(
    private readonly baseUrl: string,
    private readonly accessToken: string,
  ) {}

  /** Signs in and returns the tokens of the new session. */
  static async createTokens(url: string, account: Account): Promise<{ access: string; refresh: string }> {
    const response = await fetch(`${url}/api/account/v2/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    if (!response.ok) throw new Error(`Sign-in as ${account.email} failed with status ${response.status}`);
    return (await response.json()) as { access: string; refresh: string };
  }

  /** Creates a client that is signed in as this user. */
  static async signIn(url: string, account: Account): Promise<Api> {
    return new Api(`${url}/api`, (await Api.createTokens(url, account)).access);
  }

  /** Sends a request and returns the status and the parsed body, also for an error status. */
  async request(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  /**
   * Sends a request and returns the parsed body.
   * @throws if the status is 300 or higher
   */
  async requestOk<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.request(method, path, body);
    if (response.status >= 300)
      throw new Error(`${method} ${path} failed with status ${response.status}: ${JSON.stringify(response.body)}`);
    return response.body as T;
  }

  async findWorkspaceId(name: string): Promise<string> {
    const workspaces = await this.requestOk<{ id: string; name: string }[]>('GET', '/account/v2/workspace/');
    const matchingWorkspace = workspaces.find((workspace) => workspace.name === name);
    if (!matchingWorkspace) throw new Error(`Workspace ${name} does not exist`);
    return matchingWorkspace.id;
  }

  /** Uploads an image and returns its id. */
  async uploadImage(workspace: string, buffer: Buffer, name?: string): Promise<string> {
    const image = await this.requestOk<{ id: string }>('POST', '/recognition/v2/training-image/', {
      workspace,
      name,
      base64: buffer.toString('base64'),
      noresize: true,
    });
    return image.id;
  }

  /** Returns the first 500 objects of an image. */
  async listObjects(imageId: string): Promise<{ id: string; data: number[]; detection_label: { name: string } }[]> {
    const page = await this.requestOk<{ results: { id: string; data: number[]; detection_label: { name: string } }[] }>(
      'GET',
      `/detection/v2/object/?image=${imageId}&page_size=500`,
    );
    return page.results;
  }

  async deleteImages(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.request('DELETE', `/recognition/v2/training-image/${id}`);
  }
}
