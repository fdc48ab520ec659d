/* global SwaggerUIBundle, document, matchMedia */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

/** What the viewer's markup lacks for keyboards and screen readers. */
const accessible = ({ React: { createElement, Fragment } }) => ({
  wrapComponents: {
    // A call's line is a button: its path was a link inside it. Opened, the line puts itself into the address anyway.
    DeepLink: (Link) => (props) =>
      props.path.includes('/') ? createElement('span', null, props.text) : createElement(Link, props),
    TextArea: (Area) => (props) => createElement(Area, { 'aria-label': 'Body of the request', ...props }),
    // The viewer's main landmark is around the calls alone, and its headings go from the first level to the third.
    InfoContainer: (Info) => (props) => createElement('section', { 'aria-label': 'About the API' }, createElement(Info, props)),
    FilterContainer: (Filter) => (props) => createElement('div', { role: 'search' }, createElement(Filter, props)),
    operations: (Operations) => (props) =>
      createElement(Fragment, null, createElement('h2', { className: 'calls' }, 'Calls'), createElement(Operations, props)),
  },
});

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  // The default sends the document's address to a server on the internet.
  validatorUrl: null,
  plugins: [accessible],
});
