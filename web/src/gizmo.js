// The axes of the file in a corner of the view: red x, green y, blue z.

import { Vector3 } from 'three';
import { app, on } from './app.js';
import { $ } from './dom.js';

const NS = 'http://www.w3.org/2000/svg';
const REACH = 26;
// File space (z up) as the view has it (y up); glTF and OBJ have the axes of the view; models of Black &
// White 2 have y up and left-handed axes.
const Z_UP = { x: [1, 0, 0], y: [0, 0, -1], z: [0, 1, 0] };
const AS_VIEW = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
const LEFT_HANDED = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, -1] };
const AXES = { gltf: AS_VIEW, obj: AS_VIEW, 'bw2-model': LEFT_HANDED };
// What has axes.
const SOLID = ['area', 'terrain', 'walkmesh', 'model'];
let arms = null;

export function startGizmo() {
  const svg = $('gizmo');
  arms = ['x', 'y', 'z'].map((name) => {
    const g = document.createElementNS(NS, 'g');
    g.setAttribute('class', `axis ${name}`);
    const line = document.createElementNS(NS, 'line');
    const text = document.createElementNS(NS, 'text');
    text.textContent = name;
    g.append(line, text);
    svg.append(g);
    return { name, g, line, text };
  });
  on('frame', draw);
  on('document', (doc) =>
    svg.classList.toggle('shown', !!doc && !doc.error && SOLID.includes(doc.kind)),
  );
}

function draw(stage) {
  const axes = AXES[app.current?.format] ?? Z_UP;
  const turn = stage.camera.matrixWorldInverse;
  const drawn = arms.map((arm) => {
    const v = new Vector3(...axes[arm.name]).transformDirection(turn);
    const [x, y] = [v.x * REACH, -v.y * REACH];
    arm.line.setAttribute('x2', x.toFixed(1));
    arm.line.setAttribute('y2', y.toFixed(1));
    arm.text.setAttribute('x', (x * 1.28).toFixed(1));
    arm.text.setAttribute('y', (y * 1.28 + 4).toFixed(1));
    return { arm, depth: v.z };
  });
  // The arm nearest to the camera is drawn last.
  const order = drawn.toSorted((a, b) => a.depth - b.depth).map(({ arm }) => arm.g);
  if (order.some((g, i) => $('gizmo').children[i] !== g)) $('gizmo').append(...order);
}
