import { abandonScripts } from './abandon-scripts';

function waitingScript(src: string): jest.Mock {
  const script = document.createElement('script');
  // Kept from being fetched.
  script.type = 'text/plain';
  script.src = src;
  const onError = jest.fn();
  script.addEventListener('error', onError);
  document.head.append(script);
  return onError;
}

it('ends the scripts of one release, and of no other', () => {
  const hanging = waitingScript('http://localhost/remotes/annotate/1.0.0/12.js');
  const another = waitingScript('http://localhost/remotes/annotate/1.0.1/12.js');
  abandonScripts('http://localhost/remotes/annotate/1.0.0/');
  expect(hanging).toHaveBeenCalledTimes(1);
  expect(another).not.toHaveBeenCalled();
});
