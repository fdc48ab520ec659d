export { CatalogueCsv } from './catalogue-csv';
