import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Claims of a user of the identity provider. */
export interface ProviderUser {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: readonly string[];
}

/** Changes of the provider's behaviour. Missing fields leave it unchanged. */
export interface ProviderChanges {
  /** The users by subject. */
  users?: Record<string, ProviderUser>;
  /** The subject that signs in. Null: the sign-in is denied. */
  account?: string | null;
  /** Claims that are replaced in ID tokens. The tokens are then signed again. */
  idToken?: Record<string, unknown>;
  /** Seconds that are added to the times in ID tokens. */
  clockOffset?: number;
  /** Whether ID tokens are signed with a key that is not published. */
  isForged?: boolean;
  isBroken?: boolean;
  /** Starts to sign with a new key. */
  rotate?: true;
}

export interface TestProvider {
  issuer: string;
  control: (changes: ProviderChanges) => Promise<void>;
  close: () => Promise<void>;
}

export const CLIENT_ID = 'console';
export const CLIENT_SECRET = 'secret-of-the-console';
export const PUBLIC_CLIENT_ID = 'public-console';

/** Starts an identity provider as a process, for the console at this URL. `port` 0 is a free one. */
export async function startProvider(publicUrl: string, port = 0): Promise<TestProvider> {
  const child = fork(join(__dirname, 'provider.mjs'), {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      NODE_NO_WARNINGS: '1',
      REDIRECT_URIS: `${publicUrl}/sign-in/callback`,
      LOGOUT_URIS: `${publicUrl}/login`,
    },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit');
  const issuer = await new Promise<string>((resolve, reject) => {
    void exited.then(([code]) => reject(new Error(`The identity provider exited with ${String(code)}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      const [, url] = /^issuer (\S+)$/m.exec(chunk.toString()) ?? [];
      if (url) resolve(url);
    });
  });
  return {
    issuer,
    control: async (changes) => {
      const response = await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(changes) });
      if (!response.ok) throw new Error(`The identity provider responded with ${response.status}`);
    },
    close: async () => {
      child.kill();
      await exited;
    },
  };
}
