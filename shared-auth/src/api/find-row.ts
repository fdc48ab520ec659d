import { api } from './api';
import { ApiError } from './errors';

export interface FoundRow {
  id: string;
  workspace: string;
  /** Empty where rows of this kind have none, as images. */
  name: string;
}

/** The API answers ids in lower case, and refuses what is none with 400. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id in a text that a person pasted, or null. */
export function parseRowId(text: string): string | null {
  const id = text.trim().toLowerCase();
  return uuid.test(id) ? id : null;
}

/**
 * Asks the API for the row of that id, in whichever of the user's workspaces it lies.
 * @param path as a manifest's route names it: `/product/v2/product/{id}/`
 * @returns null where there is none of this kind that the user may see; other failures reject with ApiError
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
