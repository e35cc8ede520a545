// State that the parts of the page share: the core, the documents, the user's choices, and a small
// event bus.

import { layerDefaults } from './layers.js';

export const app = {
  core: null,
  files: new Map(), // name -> size; the core has the bytes
  own: false, // some of them are the user's own
  changed: new Set(), // names of files that were changed here
  checked: new Map(), // id of a document -> {errors, warnings}
  checkedAll: false, // all files were checked at once
  documents: [],
  current: null, // the document that is shown
  changedOnly: false, // it was shown before, and has changed
  walkmesh: null, // its arrays, file space
  overlays: null,
  model: null, // the model view, when a GLB is shown
  layers: layerDefaults(),
  colouring: 'material',
  boxLevel: 0,
  lod: 1,
};

const listeners = new Map();

export function on(event, listener) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(listener);
}

export function emit(event, detail) {
  for (const listener of listeners.get(event) ?? []) listener(detail);
}

/** Shows a message in the status line; screen readers announce errors at once. */
export function say(text, level = 'info') {
  emit('status', { text, level });
}
