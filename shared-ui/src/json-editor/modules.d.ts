declare module '*.css';
// This build of the library has no code editor (ace) and no schema validation. Its size is a third of the complete build. It does not
// evaluate strings as code, which a strict Content-Security-Policy would block.
declare module 'jsoneditor/dist/jsoneditor-minimalist.min.js' {
  import JSONEditor from 'jsoneditor';
  export default JSONEditor;
}
