import { abandonScripts } from './abandon-scripts';

function addPendingScript(src: string): jest.Mock {
  const script = document.createElement('script');
  // Prevents jsdom from fetching the script.
  script.type = 'text/plain';
  script.src = src;
  const onError = jest.fn();
  script.addEventListener('error', onError);
  document.head.append(script);
  return onError;
}

it('fails only the pending scripts of one release', () => {
  const sameRelease = addPendingScript('http://localhost/remotes/annotate/1.0.0/12.js');
  const otherRelease = addPendingScript('http://localhost/remotes/annotate/1.0.1/12.js');
  abandonScripts('http://localhost/remotes/annotate/1.0.0/');
  expect(sameRelease).toHaveBeenCalledTimes(1);
  expect(otherRelease).not.toHaveBeenCalled();
});
