import { api, useWorkspaceQuery } from '@console/shared-auth';
import type {
  ApiCalls,
  CallBody,
  EmbeddingModelCheck,
  InteractiveModelCheck,
  ModelDomain,
  ModelFileCheck,
  PixelValues,
} from '@console/shared-contract/api';
import { returnNullIfUnsupported } from '../models.queries';

/** The upload of a large file and the check of a slow model take minutes. */
const CHECK_TIMEOUT_MS = 900_000;
const toUpload = (body: FormData, onSent: (ratio: number) => void) => ({
  body,
  timeout: CHECK_TIMEOUT_MS,
  onUploadProgress: (sentBytes: number, total: number | undefined) => onSent(total ? Math.min(1, sentBytes / total) : 0),
});

/** The model files, or the interactive models, that the operator of the server offers. Empty with older servers. */
export function useServerModelFiles(kind: 'files' | 'interactive') {
  const { data } = useWorkspaceQuery({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:training', 'model-files'],
    load: ({ signal }) => returnNullIfUnsupported(api.call('GET /annotate/v2/model-file/', { signal })),
  });
  return data?.[kind] ?? [];
}

const appendModelFile = (form: FormData, file: File | string) =>
  form.append(typeof file === 'string' ? 'server_file' : 'model', file);

/**
 * Checks a model file on images.
 * @param file a file to upload, or the name of a file on the server
 * @param onSent called with the ratio of sent bytes, 0 to 1
 */
export async function checkModelFile(
  { domain, task: taskId, pixels }: { domain: ModelDomain; task: string; pixels: PixelValues | '' },
  file: File | string,
  onSent: (ratio: number) => void,
): Promise<ModelFileCheck> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ domain, task: taskId, pixels })) if (value) form.append(name, value);
  appendModelFile(form, file);
  return (await api.callByName('POST /annotate/v2/model-file/', toUpload(form, onSent))) as ModelFileCheck;
}

/** The interactive segmentation model of the workspace or the server. */
export function useInteractiveModel() {
  return useWorkspaceQuery({
    key: ['own:training', 'interactive-model'],
    staleTime: 0,
    load: ({ signal }) => api.call('GET /interactive-model/v2/', { signal }),
  });
}

/**
 * Checks an interactive segmentation model and uses it in the workspace.
 * @param model files to upload, or the name of a model on the server
 * @param onSent called with the ratio of sent bytes, 0 to 1
 */
export async function uploadInteractiveModel(
  model: { encoder: File; decoder: File; description: File } | string,
  onSent: (ratio: number) => void,
): Promise<InteractiveModelCheck> {
  const form = new FormData();
  if (typeof model === 'string') form.append('server_file', model);
  else {
    form.append('description', await model.description.text());
    form.append('encoder', model.encoder);
    form.append('decoder', model.decoder);
  }
  return (await api.callByName('POST /interactive-model/v2/', toUpload(form, onSent))) as InteractiveModelCheck;
}

/** Deletes the interactive segmentation model of the workspace. */
export async function deleteInteractiveModel(): Promise<void> {
  await api.call('DELETE /interactive-model/v2/');
}

/** The embedding model that was uploaded for the workspace. */
export function useEmbeddingModel() {
  return useWorkspaceQuery({
    key: ['own:training', 'embedding-model'],
    staleTime: 0,
    load: ({ signal }) => api.call('GET /embedding-model/v2/', { signal }),
  });
}

/**
 * Checks an embedding model and uses it in the workspace. `file` is a file to upload, or the name of a file on the server.
 * @param onSent called with the ratio of sent bytes, 0 to 1
 */
export async function uploadEmbeddingModel(
  { file, name, pixels }: { file: File | string; name: string; pixels: PixelValues | '' },
  onSent: (ratio: number) => void,
): Promise<EmbeddingModelCheck> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ name, pixels })) if (value) form.append(field, value);
  appendModelFile(form, file);
  return (await api.callByName('POST /embedding-model/v2/', toUpload(form, onSent))) as EmbeddingModelCheck;
}

/** Deletes the embedding model of the workspace. */
export async function deleteEmbeddingModel(): Promise<void> {
  await api.call('DELETE /embedding-model/v2/');
}

/** Adds a checked model file to the models of its task. Returns the number of the model. */
export async function addModelFile(body: CallBody<ApiCalls['POST /annotate/v2/model-file/add']>): Promise<{ number: number }> {
  return api.call('POST /annotate/v2/model-file/add', { body });
}

/** Changes the description and the thresholds of an uploaded model. */
export async function changeUploadedModel(
  id: string,
  body: CallBody<ApiCalls['PATCH /annotate/v2/model-file/{id}']>,
): Promise<void> {
  await api.call('PATCH /annotate/v2/model-file/{id}', { params: { id }, body });
}
