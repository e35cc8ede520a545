// A question before something is lost, as a dialog of the page.

import { $, visible } from './dom.js';

/** Asks; yes: the word on the button. Resolves to whether that was chosen: Escape keeps everything. */
export function ask(text, yes) {
  const dialog = $('ask');
  if (dialog.open) return Promise.resolve(false); // one question at a time
  $('ask-text').textContent = visible(text);
  $('ask-yes').textContent = yes;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((ok) => {
    dialog.addEventListener('close', () => ok(dialog.returnValue === 'yes'), { once: true });
  });
}
