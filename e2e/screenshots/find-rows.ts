import { demo } from '../support/accounts';
import { Api } from '../support/api';

/** Returns the id of the first row of a list of the workspace Demo that matches. */
async function findId<Row extends { id: string }>(url: string, path: string, matches: (row: Row) => boolean): Promise<string> {
  const api = await Api.signIn(url, demo);
  const listUrl = `${path}?workspace=${await api.findWorkspaceId('Demo')}&page_size=1000`;
  const row = (await api.requestOk<{ results: Row[] }>('GET', listUrl)).results.find(matches);
  if (!row) throw new Error(`The demo lacks a row of ${path}`);
  return row.id;
}

/** Returns the id of an image job. */
export const findJob = (url: string, name: string): Promise<string> =>
  findId<{ id: string; name: string }>(url, '/annotate/v2/imagejob/', (job) => job.name === name);

/** Returns the id of an image by the name of its file. */
export const findImage = (url: string, fileName: string): Promise<string> =>
  findId<{ id: string; meta_data: { filename?: string } }>(
    url,
    '/recognition/v2/training-image/',
    ({ meta_data }) => meta_data.filename === fileName,
  );
