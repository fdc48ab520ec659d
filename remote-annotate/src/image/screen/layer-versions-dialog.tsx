import { api, invalidateWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import { describeRefusal, FormDialog, formatDateTime, Text, useNotify } from '@console/shared-ui/basics';
import { Radio, RadioGroup } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { getRowKey, toLayerWorkId, type LayerReference } from '../../outbox';
import { useHasUnsentChanges } from '../change-history/use-has-unsent-changes';
import { useShapesReload } from '../change-history/use-shapes-reload';
import { layerMessages } from '../data/layer-messages';

/** Lists earlier versions of a layer (the user's own annotations of an image in a job), and restores the selected version. */
export function LayerVersionsDialog({ layer, onClose }: { layer: LayerReference; onClose: () => void }) {
  const [selectedVersion, setSelectedVersion] = useState('');
  const [error, setError] = useState<string | null>(null);
  const notify = useNotify();
  const reloadShapes = useShapesReload();
  const hasUnsentChanges = useHasUnsentChanges();
  const versions = useWorkspaceQuery({
    key: ['own:annotate', 'layer versions', layer.id],
    load: (scope) => api.call('GET /annotate/v2/layer/{id}/versions', { params: { id: layer.id }, ...scope }),
    gcTime: 0,
  });
  const restoreWrite = useWrite({
    send: (layerVersion: number) =>
      api.call('POST /annotate/v2/layer/{id}/restore-version', {
        params: { id: layer.id },
        body: { layer_version: layerVersion },
      }),
    failure: layerMessages.restoreFailed,
    failureIn: 'form',
  });
  const submit = async () => {
    const outcome = await restoreWrite.send(Number(selectedVersion));
    if (!outcome?.ok) return setError(outcome?.message ?? null);
    reloadShapes();
    void invalidateWorkspace(...getRowKey('image', toLayerWorkId(layer)));
    void invalidateWorkspace('own:annotate', 'layer', layer.job, layer.image);
    notify.success({ title: layerMessages.restored });
    onClose();
  };
  const rows = versions.data?.results;
  return (
    <FormDialog
      title={layerMessages.restoreTitle}
      submitLabel={layerMessages.restore}
      busy={restoreWrite.isPending}
      dirty={false}
      submitDisabled={selectedVersion === '' || hasUnsentChanges}
      error={error ?? (versions.error ? describeRefusal(versions.error) : null)}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      {rows && rows.length > 0 && (
        <RadioGroup
          aria-label={layerMessages.versions}
          value={selectedVersion}
          onChange={(_, { value }) => setSelectedVersion(value)}
        >
          {rows.map((row) => (
            <Radio
              key={row.version}
              value={String(row.version)}
              label={layerMessages.version(formatDateTime(row.created), row.shape_count, row.label_count)}
            />
          ))}
        </RadioGroup>
      )}
      <Text role="status">
        {hasUnsentChanges
          ? layerMessages.waitUntilSaved
          : rows?.length === 0
            ? layerMessages.noVersions
            : layerMessages.restoreHint}
      </Text>
    </FormDialog>
  );
}
