declare module '*.css';
// The build without the code editor (ace) and without schema validation. It has a third of the size and does not evaluate strings
// as code, which a strict Content-Security-Policy would block.
declare module 'jsoneditor/dist/jsoneditor-minimalist.min.js' {
  import JSONEditor from 'jsoneditor';
  export default JSONEditor;
}
