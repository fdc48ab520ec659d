const dark = matchMedia('(prefers-color-scheme: dark)');
const applyColorScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyColorScheme);
applyColorScheme();

/** Swagger UI plugin that adds what the viewer's markup lacks for keyboards and screen readers. */
const accessibilityPlugin = ({ React: { createElement, Fragment } }) => ({
  wrapComponents: {
    // The row of a call is a button, and a link inside a button is invalid. Opening the row updates the URL anyway.
    DeepLink: (Link) => (props) =>
      props.path.includes('/') ? createElement('span', null, props.text) : createElement(Link, props),
    TextArea: (Area) => (props) => createElement(Area, { 'aria-label': 'Body of the request', ...props }),
    // The viewer's main landmark contains only the calls, and its headings skip the second level.
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
  // By default, Swagger UI sends the document's URL to a server on the internet.
  validatorUrl: null,
  plugins: [accessibilityPlugin],
});
