import { useState } from 'react';
import { messages } from '../messages';
import { PictureList, usePictures } from '../pictures';

const words = messages.models;
const summary = { cursor: 'pointer', width: 'fit-content' } as const;

/** What a model was trained and measured on; read when it is opened. Pictures that were deleted since are not there. */
export function DatasetPictures({ dataset, pictures }: { dataset: string; pictures: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary style={summary}>{words.openDataset(pictures)}</summary>
      {isOpen && <List dataset={dataset} label={words.openDataset(pictures)} />}
    </details>
  );
}

function List({ dataset, label }: { dataset: string; label: string }) {
  const [page, setPage] = useState(1);
  const query = usePictures({ dataset }, page);
  return <PictureList label={label} query={query} page={page} onPageChange={setPage} empty={messages.label.noPictures} />;
}
