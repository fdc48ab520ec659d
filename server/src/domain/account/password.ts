import { hash, verify } from '@node-rs/argon2';

/** Algorithm 2 is argon2id. The library's const enum cannot be used with isolated modules. Hashing with 19 MiB and 2 passes takes 21 ms. */
const ARGON2_OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password with argon2id. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2_OPTIONS);
}

let decoyHash: Promise<string> | null = null;

/** Verifies a password. An unknown account (null) takes the same time, so that timing does not reveal which accounts exist. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('nobody has this password');
  const hashToVerify = passwordHash ?? (await decoyHash);
  const matches = await verify(hashToVerify, password).catch(() => false);
  return matches && passwordHash !== null;
}
