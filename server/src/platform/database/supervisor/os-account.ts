import { readFileSync } from 'node:fs';

/** The operating-system account PostgreSQL runs under. */
export interface OsAccount {
  uid: number;
  gid: number;
  name: string;
}

const CANDIDATE_NAMES = ['postgres', 'nobody'];

/**
 * Finds an account for PostgreSQL, which refuses to run as root. The account needs a passwd entry, because initdb looks it up.
 * Returns null if the server does not run as root: PostgreSQL then runs as the same user. Throws if there is no such account.
 */
export function findUnprivilegedAccount(passwd = readPasswd()): OsAccount | null {
  if (process.getuid?.() !== 0) return null;
  const entries = passwd.split('\n').map((line) => line.split(':'));
  for (const name of CANDIDATE_NAMES) {
    const entry = entries.find((fields) => fields[0] === name);
    const uid = Number(entry?.[2]);
    const gid = Number(entry?.[3]);
    if (uid > 0 && gid > 0) return { uid, gid, name };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither a "postgres" nor a "nobody" account. ' +
      'Start the server as an ordinary user, or set DATABASE_URL to an existing PostgreSQL server.',
  );
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}
