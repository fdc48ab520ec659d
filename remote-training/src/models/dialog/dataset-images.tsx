import { useState } from 'react';
import { modelsMessages } from './models-messages';
import { ImageList, useImagePage } from '../../images';

const summaryStyle = { cursor: 'pointer', width: 'fit-content' } as const;

/** Collapsed list of the images of a dataset, fetched when the user opens it. Deleted images are missing. */
export function DatasetImages({ dataset, imageCount }: { dataset: string; imageCount: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary style={summaryStyle}>{modelsMessages.showDataset(imageCount)}</summary>
      {isOpen && <DatasetImageList dataset={dataset} label={modelsMessages.showDataset(imageCount)} />}
    </details>
  );
}

function DatasetImageList({ dataset, label }: { dataset: string; label: string }) {
  const [page, setPage] = useState(1);
  const query = useImagePage({ dataset }, page);
  return <ImageList label={label} query={query} page={page} onPageChange={setPage} empty={modelsMessages.noDatasetImages} />;
}
