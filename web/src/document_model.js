// The model of a document with its textures, as the view draws it. Models share the textures of files.

import { app } from './app.js';
import { loadModel } from './model_view.js';
import { Pictures } from './textures.js';

const shared = new Map(); // textures of what is shown
let flat = () => false;

/** isFlat(): whether the view is drawn without WebGL. */
export function startModels(isFlat) {
  flat = isFlat;
}

export function forgetTextures() {
  for (const texture of shared.values()) texture?.dispose();
  shared.clear();
}

const withoutMdx = (doc) =>
  doc?.format === 'kotor-mdl' &&
  !doc.text &&
  !doc.files.some((f) => f.toLowerCase().endsWith('.mdx'));

/** Without pictures, a model is drawn in plain colours. */
async function picturesOf(id) {
  if (flat()) return null; // without WebGL textures cannot be drawn
  try {
    return new Pictures(await app.core.images(id), shared);
  } catch {
    return null;
  }
}

/** What viewOf makes a model from, once or many times. all: with meshes that are hidden by default. */
export async function partsOf(doc, { all = false } = {}) {
  const model = app.core.model(doc.id, { all });
  return { model, pictures: await picturesOf(doc.id), incomplete: withoutMdx(doc) };
}

export const viewOf = ({ model, pictures, incomplete }) => loadModel(model, pictures, incomplete);
