import { defineUrlParams, param, useLocalParams } from '@console/shared-ui/pages';
import { useState } from 'react';
import { modelsMessages } from './models-messages';
import { ImageList, useImageList } from '../../images';

const listParams = defineUrlParams({ page: param.page() });
const summaryStyle = { cursor: 'pointer', width: 'fit-content' } as const;

/** Collapsed list of the images of a dataset, fetched when the user opens it. Deleted images are missing. */
export function DatasetImages({ dataset: datasetId, imageCount }: { dataset: string; imageCount: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary style={summaryStyle}>{modelsMessages.showDataset(imageCount)}</summary>
      {isOpen && <DatasetImageList dataset={datasetId} label={modelsMessages.showDataset(imageCount)} />}
    </details>
  );
}

function DatasetImageList({ dataset: datasetId, label }: { dataset: string; label: string }) {
  const list = useImageList(datasetId, useLocalParams(listParams), () => ({ dataset: datasetId }));
  return <ImageList label={label} list={list} empty={modelsMessages.noDatasetImages} />;
}
