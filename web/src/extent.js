// How large what is shown is: what the camera fits, the shadow below it, the grid.

import { Box3, GridHelper, Vector3 } from 'three';
import { app } from './app.js';
import { css } from './dom.js';
import { hooksBeside } from './first_view.js';

const OUTLINE = 4000; // points of a mesh that are enough to fit it into the view

/** What is in view may have become larger or smaller. */
export function measureAgain(stage) {
  measureContent(stage);
  drawGrid(stage);
}

export function measureContent(stage) {
  const box = contentBox();
  const points = contentPoints();
  const hooks = hooksBeside(box);
  for (const p of hooks) box.expandByPoint(p);
  points?.push(...hooks.flatMap((p) => p.toArray()));
  const all = app.walkmeshView && new Box3().setFromObject(app.walkmeshView.mesh);
  stage.measure(box, points, all);
}

/** Points of what contentBox encloses: enough of them to know its outline. */
function contentPoints() {
  const box = contentBox().expandByScalar(1e-3);
  const found = [];
  const p = new Vector3();
  const take = (mesh) => {
    const { position } = mesh.geometry.attributes;
    const step = Math.max(1, Math.ceil(position.count / OUTLINE));
    for (let i = 0; i < position.count; i += step) {
      p.fromBufferAttribute(position, i).applyMatrix4(mesh.matrixWorld);
      if (box.containsPoint(p)) found.push(p.x, p.y, p.z);
    }
  };
  for (const view of [app.walkmeshView, app.compare?.walkmeshView]) if (view) take(view.mesh);
  for (const model of [app.model, app.compare?.model])
    for (const m of model?.meshes ?? []) {
      if (m.isSkinnedMesh) return null; // its vertices are not where its bones put them
      if (!model.role(m)) take(m);
    }
  return found;
}

function contentBox() {
  const box = new Box3();
  if (app.compare?.walkmeshView) box.union(app.compare.walkmeshView.interest());
  if (app.compare?.model) box.union(app.compare.model.box);
  if (app.walkmeshView) box.union(app.walkmeshView.interest());
  if (app.model) box.union(app.model.box);
  if (!app.walkmeshView) for (const { holder } of app.roomModels) box.expandByObject(holder);
  return box;
}

/** Lines below what is shown, with a step that fits its size. */
export function drawGrid(stage) {
  stage.gridLines?.removeFromParent();
  stage.gridLines?.geometry.dispose();
  if (!stage.box) return;
  const reach =
    Math.max(stage.box.max.x - stage.box.min.x, stage.box.max.z - stage.box.min.z, 0.5) * 2.4;
  const step = 10 ** Math.round(Math.log10(reach / 24));
  const cells = Math.min(90, Math.ceil(reach / step / 2) * 2);
  const lines = new GridHelper(cells * step, cells, css('--grid-strong'), css('--grid'));
  const snap = (n) => Math.round(n / step) * step;
  lines.position.set(
    snap(stage.sphere.center.x),
    stage.box.min.y - stage.sphere.radius * 0.004,
    snap(stage.sphere.center.z),
  );
  lines.raycast = () => {};
  // Drawn first and without depth, it never shows through a floor that lies on it.
  lines.renderOrder = -1;
  lines.material.depthWrite = false;
  lines.material.toneMapped = false;
  stage.gridLines = lines;
  stage.gridStep = step;
  stage.scene.add(lines);
}

/** What is shown casts a shadow onto the ground below it; two things that are compared cast none. */
export function castShadow(stage) {
  const box = contentBox();
  if (box.isEmpty() || app.compare) return stage.castShadow(null);
  const far = box.clone().expandByScalar(box.getSize(new Vector3()).length() / 2);
  for (const { holder } of app.roomModels) {
    const room = new Box3().setFromObject(holder);
    if (far.containsBox(room)) box.union(room); // a dome around an area does not count
  }
  stage.castShadow(box);
}
