import type { GroupDetail } from '@console/shared-contract/api';
import { EmptyState, OpenIcon, RealProductBadge, Section, Thumbnail, TrainTestBadge } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { messages } from '../messages';

const picture = (src: string | null) => <Thumbnail src={src} alt="" width={56} height={56} cover />;

const groupColumns: Column<GroupDetail['groups'][number]>[] = [
  { id: 'thumb', header: messages.group.thumbnail, cell: (group) => picture(group.thumb_img_path), width: '96px' },
  { id: 'name', header: messages.columns.name, cell: (group) => group.name },
  { id: 'test', header: messages.columns.testGroup, cell: (group) => <TrainTestBadge test={group.test_group} />, width: '130px' },
];
const imageColumns: Column<GroupDetail['images'][number]>[] = [
  { id: 'thumb', header: messages.group.thumbnail, cell: (image) => picture(image.thumb_img_path), width: '96px' },
  { id: 'id', header: messages.columns.id, cell: (image) => image.id },
  { id: 'test', header: messages.columns.testGroup, cell: (image) => <TrainTestBadge test={image.test_image} />, width: '130px' },
  { id: 'real', header: messages.columns.background, cell: (image) => <RealProductBadge real={image.real} />, width: '130px' },
];
const objectColumns: Column<GroupDetail['detection_objects'][number]>[] = [
  { id: 'thumb', header: messages.group.thumbnail, cell: (object) => picture(object.thumb), width: '96px' },
  { id: 'id', header: messages.columns.id, cell: (object) => object.id },
  {
    id: 'test',
    header: messages.columns.testGroup,
    cell: (object) => <TrainTestBadge test={object.image.test_image} />,
    width: '130px',
  },
  {
    id: 'real',
    header: messages.columns.background,
    cell: (object) => <RealProductBadge real={object.image.real} />,
    width: '130px',
  },
];

/** What a group holds: a table of each kind that it holds any of. */
export function GroupMembers({ group }: { group: GroupDetail }) {
  const { groups, images, detection_objects: objects } = group;
  if (groups.length + images.length + objects.length === 0) return <EmptyState>{messages.group.isEmpty}</EmptyState>;
  return (
    <>
      {groups.length > 0 && (
        <Section title={messages.group.groups} count={groups.length}>
          <DataTable
            label={messages.group.groups}
            columns={groupColumns}
            rows={groups}
            rowId={(row) => row.id}
            rowActions={(row) => [{ label: messages.group.openGroup, icon: <OpenIcon />, to: `/group/${row.id}` }]}
          />
        </Section>
      )}
      {images.length > 0 && (
        <Section title={messages.group.images} count={images.length}>
          <DataTable
            label={messages.group.images}
            columns={imageColumns}
            rows={images}
            rowId={(row) => row.id}
            rowActions={(row) => [{ label: messages.group.openImage, icon: <OpenIcon />, to: `/image/${row.id}` }]}
          />
        </Section>
      )}
      {objects.length > 0 && (
        <Section title={messages.group.objects} count={objects.length}>
          <DataTable
            label={messages.group.objects}
            columns={objectColumns}
            rows={objects}
            rowId={(row) => row.id}
            rowActions={(row) => [{ label: messages.group.openImage, icon: <OpenIcon />, to: `/image/${row.image.id}` }]}
          />
        </Section>
      )}
    </>
  );
}
