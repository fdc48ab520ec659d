import { parseFiles, type ParseRequest, type ParseSummary } from './exchange/imports/parse/parse-files';
import type { ReaderEvent } from './exchange/imports/parse/reader-process';
import { protectServer, serveRequests } from './platform/children/serve-requests';
import { getStatus } from './platform/errors';

// The child process that reads the files of imports (ADR 0068). The server sends it one import after the other.

protectServer();
serveRequests<ParseRequest, ParseSummary, ReaderEvent>(
  // Each event is acknowledged when its rows are stored, so that memory for unstored rows stays limited.
  (request, sendRows) =>
    parseFiles(request, {
      shapes: (shapes) => sendRows({ shapes }),
      entities: (entities) => sendRows({ entities }),
      items: (items, count, total) => sendRows({ items, count, total }),
    }),
  getStatus,
);
