import { api } from './api';
import { ApiError } from '../http/errors';

export interface FoundRow {
  id: string;
  workspace: string;
  /** Name of the row; empty if rows of this kind have no name, such as images. */
  name: string;
}

/** The API returns ids in lower case and refuses invalid ids with 400. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the id in a text that the user pasted, or null if the text is not an id. */
export function parseRowId(text: string): string | null {
  const id = text.trim().toLowerCase();
  return UUID.test(id) ? id : null;
}

/**
 * Finds the row with this id in any workspace of the user.
 * @param path API path of the row, as in the field `row` of a remote's manifest: `/product/v2/product/{id}/`
 * @returns null if the user can access no such row; other failures reject with ApiError
 */
export async function findRow(path: string, id: string, signal?: AbortSignal): Promise<FoundRow | null> {
  try {
    const row = (await api.callByName(`GET ${path}`, { params: { id }, workspace: null, signal })) as Partial<FoundRow> | null;
    if (typeof row?.workspace !== 'string') return null;
    return { id, workspace: row.workspace, name: typeof row.name === 'string' ? row.name : '' };
  } catch (error) {
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return null;
    throw error;
  }
}
