import { messages } from '../messages';
import type { Override } from './tab-overrides';

/**
 * Asks the user whether a link may load a remote from the given URL. Uses plain DOM elements, because it runs before React is
 * mounted. A checkbox must be ticked before the button works: a single click could be provoked by clickjacking.
 */
export function confirmOverride({ name, source }: Override): Promise<boolean> {
  const dialog = document.createElement('dialog');
  const title = document.createElement('h2');
  title.id = 'override-title';
  title.textContent = messages.override.ask.title;
  dialog.setAttribute('aria-labelledby', title.id);
  const text = document.createElement('p');
  text.textContent = messages.override.ask.text(name, source);
  const label = document.createElement('label');
  const box = document.createElement('input');
  box.type = 'checkbox';
  label.append(box, ` ${messages.override.ask.trust(new URL(source).host)}`);
  const buttons = document.createElement('p');
  const refuse = document.createElement('button');
  refuse.textContent = messages.override.ask.refuse;
  const load = document.createElement('button');
  load.textContent = messages.override.ask.load;
  load.disabled = true;
  buttons.append(refuse, ' ', load);
  dialog.append(title, text, label, buttons);
  document.body.append(dialog);
  box.addEventListener('change', () => (load.disabled = !box.checked));
  return new Promise((resolve) => {
    refuse.addEventListener('click', () => dialog.close());
    load.addEventListener('click', () => dialog.close('load'));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'load');
    });
    dialog.showModal();
  });
}
