import { hash, verify } from '@node-rs/argon2';

/** Algorithm 2 is argon2id; the enum is a const one, which isolated modules cannot read. 19 MiB and two passes: 21 ms. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | null = null;

/** Checks a password; takes as long for an unknown account (null), so that timing does not tell which exist. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const against = passwordHash ?? (await decoy);
  const matches = await verify(against, password).catch(() => false);
  return matches && passwordHash !== null;
}
