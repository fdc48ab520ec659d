import { useSession } from '@console/shared-auth';
import { Keymap, parseCustomKeys } from '../../editor';
import { readStoredJson } from '../preferences/stored-json';

const keymaps = new Map<string, Keymap>();

/** Returns the key bindings of a user, which are stored in this browser. */
export function getUserKeymap(userId: string): Keymap {
  const knownKeymap = keymaps.get(userId);
  if (knownKeymap) return knownKeymap;
  const storageKey = `annotate.keys.${userId}`;
  const keymap = new Keymap(parseCustomKeys(readStoredJson(localStorage, storageKey)), (customKeys) =>
    localStorage.setItem(storageKey, JSON.stringify(customKeys)),
  );
  keymaps.set(userId, keymap);
  return keymap;
}

/** The key bindings of the current user. */
export function useKeymap(): Keymap {
  const { user } = useSession();
  return getUserKeymap(user?.id ?? '');
}
