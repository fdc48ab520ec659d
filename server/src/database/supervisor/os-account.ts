import { readFileSync } from 'node:fs';

/** The operating-system account PostgreSQL runs under. */
export interface OsAccount {
  uid: number;
  gid: number;
  name: string;
}

const CANDIDATES = ['postgres', 'nobody'];

/**
 * Root must hand the database to another account, which needs a passwd entry (initdb looks its own name up).
 * Answers null where the server itself is not root, for then PostgreSQL runs as the same user.
 * Throws when root finds no such account.
 */
export function unprivilegedAccount(passwd = readPasswd()): OsAccount | null {
  if (process.getuid?.() !== 0) return null;
  const entries = passwd.split('\n').map((line) => line.split(':'));
  for (const name of CANDIDATES) {
    const entry = entries.find((fields) => fields[0] === name);
    const uid = Number(entry?.[2]);
    const gid = Number(entry?.[3]);
    if (uid > 0 && gid > 0) return { uid, gid, name };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and neither "postgres" nor "nobody" is an account of this machine. ' +
      'Start the server as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}
