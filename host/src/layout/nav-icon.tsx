import {
  AppsIcon,
  DeleteIcon,
  DetectionIcon,
  EvaluationIcon,
  FlowIcon,
  GroupIcon,
  ClockIcon,
  HomeIcon,
  ImagesIcon,
  JobsIcon,
  PersonIcon,
  ProductsIcon,
  SegmentationIcon,
  MapIcon,
  SetsIcon,
  SettingsIcon,
  SimilarityIcon,
  StatisticsIcon,
  TagsIcon,
  VerifiedIcon,
} from '@console/shared-ui/basics';

const icons = {
  dashboard: HomeIcon,
  images: ImagesIcon,
  detection: DetectionIcon,
  segmentation: SegmentationIcon,
  similarity: SimilarityIcon,
  jobs: JobsIcon,
  products: ProductsIcon,
  sets: SetsIcon,
  groups: GroupIcon,
  map: MapIcon,
  labels: TagsIcon,
  flows: FlowIcon,
  statistics: StatisticsIcon,
  evaluation: EvaluationIcon,
  quality: VerifiedIcon,
  history: ClockIcon,
  deleted: DeleteIcon,
  settings: SettingsIcon,
  profile: PersonIcon,
} as const;

/** Draws the icon with this name from a manifest, or a default icon if this host does not know the name. */
export function NavIcon({ name }: { name: string }) {
  const Icon = name in icons ? icons[name as keyof typeof icons] : AppsIcon;
  return <Icon aria-hidden />;
}
