import { z } from 'zod';
import { MIN_PASSWORD_LENGTH } from '../../limits';
import { Name, Text } from '../base/primitives';

/** An email address as stored for accounts: trimmed and in lower case. */
export const Email = Text(320)
  .trim()
  .toLowerCase()
  .regex(/^[^\s@,;<>"]+@[^\s@,;<>"]+$/, 'is not a valid email address');
/** The secret part of an invitation link or a password reset link. */
export const LinkToken = Text(200).min(1, 'is required');
export const NewPassword = Text(1024).min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`);
export const NewUsername = Name(1, 'is required');
/** The tokens of a session. */
export const SessionTokens = z.object({ access: z.string(), refresh: z.string() });
