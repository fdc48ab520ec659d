import { permissionOf } from '@console/shared-auth';
import type { ProductImage } from '@console/shared-contract/api';
import { Badge, DeleteIcon, Section } from '@console/shared-ui/basics';
import { useDeletion, useReturnFocus } from '@console/shared-ui/details';
import { type Column, DataTable, type RowAction, ThumbCell } from '@console/shared-ui/table';
import { useMemo, useState } from 'react';
import { productPageMessages } from '../../common/product-page-messages';
import { commonMessages } from '../../common/common-messages';
import { ImageEditor } from './image-editor';
import { deleteImage, useProductImages } from './product-images.queries';
import { SyncLegend, SyncStatus } from './sync-status';

const productMessages = productPageMessages;
const countObjects = (image: ProductImage): number => (Array.isArray(image._objects) ? image._objects.length : 0);

const columns: Column<ProductImage>[] = [
  { id: 'name', header: commonMessages.columns.name, cell: (image) => image.name || '–', width: 'clamp(110px, 26vw, 420px)' },
  { id: 'thumb', header: commonMessages.columns.thumb, cell: (image) => <ThumbCell src={image.thumb} />, width: '88px' },
  { id: 'sync', header: commonMessages.columns.sync, cell: (image) => <SyncStatus status={image.sync_status} />, width: '72px' },
  {
    id: 'objects',
    header: commonMessages.columns.objects,
    cell: (image) => (
      <Badge appearance="tint" aria-label={productMessages.objects(countObjects(image))}>
        {countObjects(image)}
      </Badge>
    ),
    width: '96px',
  },
];
const getRowId = (image: ProductImage) => image.id;

/** Table of the images of a product. Clicking a row opens the editor below the table. */
export function ProductImages({ productId }: { productId: string }) {
  const images = useProductImages(productId);
  const [openId, setOpenId] = useState<string | null>(null);
  const openImage = images.data?.find(({ id }) => id === openId);
  const deletion = useDeletion<ProductImage>({
    title: productMessages.deleteImageTitle,
    about: (image) => image.name,
    send: (image, options) => deleteImage(image.id, options),
    deleted: productMessages.imageDeleted,
    failure: productMessages.deleteImageFailed,
    changes: () => [{ topic: 'products', ids: [productId] }],
  });
  const { ref, returnFocus } = useReturnFocus();
  const closeEditor = () => {
    setOpenId(null);
    returnFocus();
  };
  const { open: openDeletion } = deletion;
  const getRowActions = useMemo(
    () =>
      (row: ProductImage): readonly RowAction[] => [
        {
          label: productMessages.deleteImage,
          icon: <DeleteIcon />,
          permission: permissionOf<'DELETE /product/v2/image/{id}/'>('manage'),
          onClick: () => openDeletion({ row }),
        },
      ],
    [openDeletion],
  );
  return (
    <Section title={productMessages.images} count={images.data?.length}>
      <div ref={ref} style={{ display: 'contents' }}>
        <DataTable
          label={productMessages.images}
          columns={columns}
          rows={images.data}
          rowId={getRowId}
          rowActions={getRowActions}
          onRowClick={(image) => setOpenId((current) => (current === image.id ? null : image.id))}
          activeId={openImage?.id ?? null}
          error={images.error}
          onRetry={() => void images.refetch()}
          empty={productMessages.noImages}
        />
      </div>
      {images.data && images.data.length > 0 && <SyncLegend />}
      {openImage && <ImageEditor key={openImage.id} image={openImage} onClose={closeEditor} />}
      {deletion.dialog}
    </Section>
  );
}
