export {
  deferred,
  failEmpty,
  failWith,
  page,
  stubApi,
  StubFailure,
  type StubbedApi,
  type StubHandler,
  type StubHandlers,
  type StubRequest,
} from './stub-api';
export { allServices, resetSessionForTest, signInForTest, testUser, testWorkspace, type TestSession } from './test-session';
export { emitLiveEvent } from '../live/live-events';
export { createUndoResult, listChangeSets, listUndone, UNDO } from './undo';
