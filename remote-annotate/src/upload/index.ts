export { UploadArea } from './upload-area';
export { UploadButton } from './upload-button';
