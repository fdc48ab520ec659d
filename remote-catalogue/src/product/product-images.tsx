import type { ProductImage } from '@console/shared-contract/api';
import { Badge, DeleteIcon, Section } from '@console/shared-ui/basics';
import { type Column, DataTable, type RowAction, ThumbCell } from '@console/shared-ui/table';
import { useMemo, useState } from 'react';
import { messages } from '../messages';
import { useRemoval } from '../parts/use-remove';
import { useTableHome } from '../parts/use-table-home';
import { ImageEditor } from './image-editor';
import { removeImage, useProductImages } from './product.queries';
import { SyncLegend, SyncStatus } from './sync-status';

const words = messages.product;
const objectsIn = (image: ProductImage): number => (Array.isArray(image._objects) ? image._objects.length : 0);

const columns: Column<ProductImage>[] = [
  { id: 'name', header: messages.columns.name, cell: (image) => image.name || '–', width: 'clamp(110px, 26vw, 420px)' },
  { id: 'thumb', header: messages.columns.thumb, cell: (image) => <ThumbCell src={image.thumb} />, width: '88px' },
  { id: 'sync', header: messages.columns.sync, cell: (image) => <SyncStatus status={image.sync_status} />, width: '72px' },
  {
    id: 'objects',
    header: messages.columns.objects,
    cell: (image) => (
      <Badge appearance="tint" aria-label={words.objects(objectsIn(image))}>
        {objectsIn(image)}
      </Badge>
    ),
    width: '96px',
  },
];
const idOf = (image: ProductImage) => image.id;

/** Pictures of a product; a row opens its editing below. */
export function ProductImages({ productId }: { productId: string }) {
  const images = useProductImages(productId);
  const [openId, setOpenId] = useState<string | null>(null);
  const open = images.data?.find(({ id }) => id === openId);
  const removal = useRemoval<ProductImage>({
    title: words.removeImageTitle,
    about: (image) => image.name,
    send: (image) => removeImage(image.id),
    success: { title: words.imageRemoved },
    failure: words.removeImageFailed,
    changes: () => [{ topic: 'products', ids: [productId] }],
  });
  const { ref, goHome } = useTableHome();
  const close = () => {
    setOpenId(null);
    goHome();
  };
  const { ask } = removal;
  const actionsOf = useMemo(
    () =>
      (row: ProductImage): readonly RowAction[] => [
        { label: words.removeImage, icon: <DeleteIcon />, onClick: () => ask({ row }) },
      ],
    [ask],
  );
  return (
    <Section title={words.images} count={images.data?.length}>
      <div ref={ref} style={{ display: 'contents' }}>
        <DataTable
          label={words.images}
          columns={columns}
          rows={images.data}
          rowId={idOf}
          rowActions={actionsOf}
          onRowClick={(image) => setOpenId((now) => (now === image.id ? null : image.id))}
          activeId={open?.id ?? null}
          error={images.error}
          onRetry={() => void images.refetch()}
          empty={words.noImages}
        />
      </div>
      {images.data && images.data.length > 0 && <SyncLegend />}
      {open && <ImageEditor key={open.id} image={open} onClose={close} />}
      {removal.dialog}
    </Section>
  );
}
