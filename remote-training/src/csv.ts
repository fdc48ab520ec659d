export { downloadCsv, formatCsv } from '@console/shared-ui/format';
