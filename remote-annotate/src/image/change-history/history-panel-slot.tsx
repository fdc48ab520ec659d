import { LazyComponent } from '@console/shared-ui/basics';
import { useScreen } from '../context/screen-context';
import { changeHistoryMessages } from './change-history-messages';

const loadPanel = async () => (await import('./history-panel')).HistoryPanel;
const NO_PROPS = {};

/** The history panel, whose code loads when it is first opened. */
export function HistoryPanelSlot() {
  const { image } = useScreen();
  return (
    <LazyComponent key={image.id} load={loadPanel} title={changeHistoryMessages.title} props={NO_PROPS} skeleton={<aside />} />
  );
}
