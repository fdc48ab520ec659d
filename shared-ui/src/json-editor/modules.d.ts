declare module '*.css';
// The build without the code editor (ace) and without schema validation: a third of the size, and no code made from strings,
// which a strict Content-Security-Policy would refuse.
declare module 'jsoneditor/dist/jsoneditor-minimalist.min.js' {
  import JSONEditor from 'jsoneditor';
  export default JSONEditor;
}
