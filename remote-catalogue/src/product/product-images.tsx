import type { ProductImage } from '@console/shared-contract/api';
import { Badge, Section, Thumbnail, VerifiedFilledIcon, tokens, WarningIcon } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { messages } from '../messages';
import { useProductImages } from './product.queries';

const words = messages.product;

function SyncStatus({ status }: { status: ProductImage['sync_status'] }) {
  if (status === 'SYNCED')
    return (
      <VerifiedFilledIcon
        role="img"
        aria-label={words.synced}
        style={{ fontSize: 20, color: tokens.colorPaletteGreenForeground1 }}
      />
    );
  const isWaiting = status === 'TO_SYNC';
  return (
    <WarningIcon
      role="img"
      aria-label={isWaiting ? words.toSync : words.syncFailed}
      style={{ fontSize: 20, color: isWaiting ? tokens.colorPaletteDarkOrangeForeground1 : tokens.colorPaletteRedForeground1 }}
    />
  );
}

const objectsIn = (image: ProductImage): number => (Array.isArray(image._objects) ? image._objects.length : 0);

const columns: Column<ProductImage>[] = [
  { id: 'name', header: messages.columns.name, cell: (image) => image.name },
  {
    id: 'thumb',
    header: messages.columns.thumb,
    cell: (image) => <Thumbnail src={image.thumb} alt="" width={56} height={56} cover />,
    width: '104px',
  },
  { id: 'sync', header: messages.columns.sync, cell: (image) => <SyncStatus status={image.sync_status} />, width: '112px' },
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

export function ProductImages({ productId }: { productId: string }) {
  const images = useProductImages(productId);
  return (
    <Section title={words.images} count={images.data?.length}>
      <DataTable
        label={words.images}
        columns={columns}
        rows={images.data}
        rowId={(image) => image.id}
        error={images.error}
        onRetry={() => void images.refetch()}
        empty={words.noImages}
      />
    </Section>
  );
}
