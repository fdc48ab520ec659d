import { useHasService, useWorkspace } from '@console/shared-auth';
import type { MapMethod } from '@console/shared-contract/api';
import {
  Button,
  CloseIcon,
  defineUrlParams,
  EmptyState,
  ErrorState,
  ImagesIcon,
  makeStyles,
  MessageBar,
  MessageBarBody,
  param,
  SkeletonTiles,
  tokens,
  Tooltip,
  useUrlParams,
  ZoomFitIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BrowserFilters } from '../data/filters';
import { useReportReady } from '../data/use-report-ready';
import { Segmented } from '../filters/segmented';
import { MapCanvas } from './map-canvas';
import { ZOOM_STEP, type MapController } from './map-controller';
import { mapMessages } from './map-messages';
import { formatArea, markInside, parseArea } from './map-view';
import { useMapPoints, type MapData } from './map.queries';
import { MapLegend } from './map-legend';
import { HoveredItem, useLoadItemPath, VisibleThumbnails } from './map-thumbnails';
import { colorPoints, getColoredLabels, type Coloring } from './point-colors';

const COLORINGS = [
  'recognition',
  'detection',
  'segmentation',
  'cluster',
  'verified',
  'test',
  'correct',
  'suspicion',
  'uncertainty',
  'user',
  'created',
] satisfies Coloring[];

const METHODS = [
  { value: 'pca', text: mapMessages.method.pca },
  { value: 'umap', text: mapMessages.method.umap },
] as const;
const TOOLS = [
  { value: 'lasso', text: mapMessages.tool.lasso },
  { value: 'pan', text: mapMessages.tool.pan },
] as const;

const mapUrlParams = defineUrlParams({
  method: { ...param.oneOf(['pca', 'umap'], 'pca'), urlName: 'layout' },
  /** How points are coloured. '' is the first coloring that the workspace offers. */
  coloring: { ...param.oneOf(['', ...COLORINGS], ''), urlName: 'color' },
});

const useStyles = makeStyles({
  map: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

interface ImageMapProps {
  /** The filters of the list. The filter `area` only highlights points: points outside the area stay visible. */
  filters: BrowserFilters;
  onChange: (patch: Partial<BrowserFilters>) => void;
}

/** The images or objects that match the filters as points of a map, on which an area can be selected. */
export function ImageMap({ filters, onChange }: ImageMapProps) {
  const styles = useStyles();
  const { values, set } = useUrlParams(mapUrlParams);
  const { method } = values;
  const colorings = useColorings(filters.entity);
  const coloring = colorings.find((candidate) => candidate === values.coloring) ?? colorings[0] ?? 'verified';
  const { points, progress } = useMapPoints(filters, method, getColoredLabels(coloring));
  const changeMethod = (newMethod: MapMethod) => {
    set({ method: newMethod });
    // Clear the area, because it belongs to the layout in which it was drawn.
    if (filters.area !== '') onChange({ area: '' });
  };
  const controls = (
    <>
      <Select
        aria-label={mapMessages.coloring.label}
        title={mapMessages.coloring.label}
        value={coloring}
        onChange={(_, data) => set({ coloring: data.value as Coloring })}
      >
        {colorings.map((shownColoring) => (
          <option key={shownColoring} value={shownColoring}>
            {mapMessages.coloring.legendTitle(mapMessages.coloring[shownColoring])}
          </option>
        ))}
      </Select>
      <Segmented label={mapMessages.method.label} options={METHODS} value={method} onChange={changeMethod} />
    </>
  );
  useReportReady(points.data !== undefined);
  return (
    <section className={styles.map} aria-label={mapMessages.title}>
      {progress?.available && progress.ready < progress.total && (
        <MessageBar intent="info">
          <MessageBarBody>{mapMessages.preparing(progress.ready, progress.total)}</MessageBarBody>
        </MessageBar>
      )}
      {points.data ? (
        <LoadedMap
          data={points.data}
          filters={filters}
          method={method}
          coloring={coloring}
          onChange={onChange}
          controls={controls}
        />
      ) : points.isError ? (
        <ErrorState title={mapMessages.failed} error={points.error} onRetry={() => void points.refetch()} />
      ) : (
        <SkeletonTiles label={mapMessages.loading} />
      )}
    </section>
  );
}

/** Returns the colorings that the workspace's services allow. */
function useColorings(entity: BrowserFilters['entity']): readonly Coloring[] {
  const services = {
    recognition: useHasService('recognition'),
    detection: useHasService('custom-object-detection'),
    segmentation: useHasService('custom-segmentation'),
  };
  return COLORINGS.filter((coloring) => {
    if (entity === 'objects' && (coloring === 'recognition' || coloring === 'segmentation')) return false;
    return !(coloring in services) || services[coloring as keyof typeof services];
  });
}

interface LoadedMapProps extends ImageMapProps {
  data: MapData;
  method: MapMethod;
  coloring: Coloring;
  /** The controls that select which points are shown and how they are colored. */
  controls: ReactNode;
}

function LoadedMap({ data, filters, method, coloring, onChange, controls }: LoadedMapProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const [tool, setTool] = useState<'pan' | 'lasso'>('lasso');
  const [controller, setController] = useState<MapController | null>(null);
  const area = useMemo(() => parseArea(filters.area, method), [filters.area, method]);
  const selectedMarks = useMemo(() => area && markInside(data, area), [data, area]);
  const colors = useMemo(() => colorPoints(data, coloring, selectedMarks), [data, coloring, selectedMarks]);
  const { entity } = filters;
  const { workspace } = useWorkspace();
  const isBlurred = filters.blur ?? workspace?.blur_images ?? false;
  const loadPath = useLoadItemPath(entity);
  const openItem = async (index: number) => navigate(await loadPath(data.ids[index] ?? ''));
  if (!data.available) return <EmptyState icon={<ImagesIcon />}>{mapMessages.unavailable}</EmptyState>;
  const { ready: readyCount, total: totalCount } = data.ready;
  if (data.ids.length === 0)
    return (
      <>
        <div className={styles.bar}>{controls}</div>
        {/* Do not show the map as empty while the server still computes the positions. */}
        {readyCount === totalCount && (
          <EmptyState icon={<ImagesIcon />}>{totalCount === 0 ? mapMessages.empty[entity] : mapMessages.noPoints}</EmptyState>
        )}
      </>
    );
  const selectedCount = selectedMarks?.reduce((sum, value) => sum + value, 0) ?? 0;
  const buttons = [
    { name: mapMessages.zoomIn, icon: <ZoomInIcon />, press: () => controller?.zoom(ZOOM_STEP) },
    { name: mapMessages.zoomOut, icon: <ZoomOutIcon />, press: () => controller?.zoom(1 / ZOOM_STEP) },
    { name: mapMessages.fit, icon: <ZoomFitIcon />, press: () => controller?.fit() },
  ];
  return (
    <>
      <div className={styles.bar}>
        {controls}
        {controller && (
          <>
            <Segmented label={mapMessages.tool.label} options={TOOLS} value={tool} onChange={setTool} />
            {buttons.map(({ name, icon, press }) => (
              <Tooltip key={name} content={name} relationship="label">
                <Button appearance="subtle" icon={icon} onClick={press} />
              </Tooltip>
            ))}
            <Button onClick={() => controller.selectVisible()}>{mapMessages.selectVisible}</Button>
            {area && (
              <Button appearance="subtle" icon={<CloseIcon />} onClick={() => onChange({ area: '' })}>
                {mapMessages.clearArea}
              </Button>
            )}
          </>
        )}
        <span role="status">{area && mapMessages.selected(entity, selectedCount)}</span>
      </div>
      <MapCanvas
        label={mapMessages.canvas(entity, data.ids.length)}
        positions={data}
        rgba={colors.rgba}
        tool={tool}
        area={area}
        onController={setController}
        onAreaChange={(outline) => onChange({ area: formatArea(method, outline) })}
        onOpen={(index) => void openItem(index)}
        renderHover={({ index }) => <HoveredItem entity={entity} id={data.ids[index] ?? ''} isBlurred={isBlurred} />}
        renderOverlay={(view) => (
          <VisibleThumbnails data={data} filters={filters} method={method} view={view} isBlurred={isBlurred} />
        )}
        fallback={
          <MessageBar intent="warning">
            <MessageBarBody>{mapMessages.noWebGl}</MessageBarBody>
          </MessageBar>
        }
      />
      <MapLegend colors={colors} coloring={coloring} />
    </>
  );
}
