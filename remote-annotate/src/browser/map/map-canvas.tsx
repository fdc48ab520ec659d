import { makeStyles, mergeClasses, tokens, visuallyHidden } from '@console/shared-ui/basics';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { MapController, type HoveredPoint, type MapCallbacks, type SettledView, type Tool } from './map-controller';
import { mapMessages } from './map-messages';
import type { Position, Positions } from './map-view';
import { createPointRenderer } from './point-renderer';

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    overflow: 'hidden',
    height: 'clamp(260px, calc(100dvh - 340px), 720px)',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    touchAction: 'none',
    outlineStyle: 'none',
    ':focus-visible': { outline: `3px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-3px' },
  },
  pan: { cursor: 'grab' },
  lasso: { cursor: 'crosshair' },
  layer: { position: 'absolute', inset: 0, width: '100%', height: '100%', transformOrigin: '0 0' },
  passive: { pointerEvents: 'none' },
  hover: { position: 'absolute', pointerEvents: 'none', zIndex: 1 },
  outline: {
    fill: tokens.colorNeutralForeground1,
    fillOpacity: 0.06,
    stroke: tokens.colorNeutralForeground1,
    strokeWidth: '1.5px',
    strokeDasharray: '5 3',
  },
  hidden: visuallyHidden,
});

interface MapCanvasProps extends Pick<MapCallbacks, 'onAreaChange' | 'onOpen'> {
  /** The name of the map for assistive technology. */
  label: string;
  positions: Positions;
  rgba: Uint8Array;
  tool: Tool;
  area: readonly Position[] | null;
  /** Called with the controller of the map, for buttons beside the map. Called with null when the controller is disposed. */
  onController: (controller: MapController | null) => void;
  /** Renders the content shown at the point below the pointer. */
  renderHover: (point: HoveredPoint) => ReactNode;
  /** Renders content over the map once the view has not changed for a moment. */
  renderOverlay: (view: SettledView) => ReactNode;
  /** Shown instead of the map without WebGL. */
  fallback: ReactNode;
}

/** A map of points. The user can pan, zoom and select points, by pointer or keyboard. */
export function MapCanvas(props: MapCanvasProps) {
  const { label, positions, rgba, tool, area, onAreaChange, onOpen, onController, renderHover, renderOverlay, fallback } = props;
  const styles = useStyles();
  const keysId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const outline = useRef<SVGPolygonElement>(null);
  const [controller, setController] = useState<MapController | null>(null);
  const [isSupported, setSupported] = useState(true);
  /** Number of times that the browser has restored the WebGL context, for example after the graphics driver was restarted. */
  const [contextRestorations, setContextRestorations] = useState(0);
  const [hoveredPoint, setHoveredPoint] = useState<HoveredPoint | null>(null);
  const [settledView, setSettledView] = useState<SettledView | null>(null);

  useLayoutEffect(() => {
    const [frameElement, canvasElement, outlineElement] = [frame.current, canvas.current, outline.current];
    if (!frameElement || !canvasElement || !outlineElement) return undefined;
    const renderer = createPointRenderer(canvasElement);
    setSupported(renderer !== null);
    if (!renderer) return undefined;
    const newController = new MapController({ frame: frameElement, canvas: canvasElement, outline: outlineElement }, renderer);
    const resize = () => newController.resize({ width: frameElement.clientWidth, height: frameElement.clientHeight });
    const observer = new ResizeObserver(resize);
    observer.observe(frameElement);
    resize();
    setController(newController);
    onController(newController);
    const abortController = new AbortController();
    const { signal } = abortController;
    canvasElement.addEventListener('webglcontextlost', (event) => event.preventDefault(), { signal });
    canvasElement.addEventListener('webglcontextrestored', () => setContextRestorations((count) => count + 1), { signal });
    // Add a native listener, because React's handlers of wheel events cannot prevent scrolling of the page.
    frameElement.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        newController.turnWheel(event);
      },
      { passive: false, signal },
    );
    return () => {
      abortController.abort();
      observer.disconnect();
      newController.dispose();
      setController(null);
      onController(null);
    };
  }, [contextRestorations, onController]);
  useLayoutEffect(() => {
    controller?.setCallbacks({ onAreaChange, onOpen, onHover: setHoveredPoint, onSettle: setSettledView });
  }, [controller, onAreaChange, onOpen]);
  useLayoutEffect(() => controller?.setPoints(positions, rgba), [controller, positions, rgba]);
  useLayoutEffect(() => controller?.setArea(area), [controller, area]);
  useLayoutEffect(() => controller?.setTool(tool), [controller, tool]);

  if (!isSupported) return fallback;
  return (
    <div
      ref={frame}
      className={mergeClasses(styles.frame, styles[tool])}
      role="application"
      aria-label={label}
      aria-describedby={keysId}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (controller?.pressKey(event.key)) event.preventDefault();
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        controller?.press(event.nativeEvent);
      }}
      onPointerMove={(event) => controller?.move(event.nativeEvent)}
      onPointerUp={(event) => controller?.release(event.nativeEvent)}
      onPointerCancel={() => controller?.cancel()}
      onPointerLeave={() => controller?.leave()}
    >
      <canvas ref={canvas} className={styles.layer} />
      <div className={mergeClasses(styles.layer, styles.passive)}>{settledView && renderOverlay(settledView)}</div>
      <svg className={mergeClasses(styles.layer, styles.passive)} aria-hidden>
        <polygon ref={outline} className={styles.outline} />
      </svg>
      {hoveredPoint && (
        <div
          className={styles.hover}
          style={{ left: hoveredPoint.position[0], top: hoveredPoint.position[1], transform: `translate(${hoveredPoint.shift})` }}
        >
          {renderHover(hoveredPoint)}
        </div>
      )}
      <span id={keysId} className={styles.hidden}>
        {mapMessages.keys}
      </span>
    </div>
  );
}
