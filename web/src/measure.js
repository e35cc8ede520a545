// The measuring tape: two points of the floor or of a model, with their distance, the difference in
// height and the slope.

import { app, emit, on, say } from './app.js';
import { $, css, number } from './dom.js';
import { setLabels } from './labels.js';
import { wideLines } from './lines.js';
import { offers } from './offers.js';

let stage = null;
let line = null;
const tool = { active: false, from: null };

export function startMeasure(theStage) {
  stage = theStage;
  on('document', () => {
    if (tool.active && !offers()) setMeasure(false);
    clear();
  });
}

export const measureActive = () => tool.active;

export function setMeasure(yes) {
  if (yes && !offers()) {
    say('There is nothing to measure');
    return;
  }
  tool.active = yes;
  if (yes) emit('tool', 'measure');
  document.body.classList.toggle('measuring', yes);
  $('tool-measure').setAttribute('aria-pressed', String(yes));
  clear();
  if (yes) say('Select two points to measure between them');
}

function clear() {
  line?.removeFromParent();
  line?.geometry.dispose();
  line = null;
  tool.from = null;
  setLabels('measure', []);
  stage?.invalidate();
}

const metres = (n) => `${number(n, 3)} m`;

/** Two places of the view (y up): {distance, plan, height, slope}. */
export function between(a, b) {
  const height = b.y - a.y;
  const plan = Math.hypot(b.x - a.x, b.z - a.z);
  return {
    distance: a.distanceTo(b),
    plan,
    height,
    slope: (Math.atan2(Math.abs(height), plan) * 180) / Math.PI,
  };
}

/** A point of the view was clicked. */
export function addTapePoint(p) {
  if (!tool.from) {
    clear();
    tool.from = p.clone();
    setLabels('measure', [{ at: tool.from, text: '·', kind: 'end', always: true }]);
    say('Now select the second point');
    stage.invalidate();
    return;
  }
  const [a, b] = [tool.from, p.clone()];
  const m = between(a, b);
  clear();
  line = wideLines([...a.toArray(), ...b.toArray()], {
    color: css('--path-3d'),
    width: 3,
    above: true,
  });
  stage.content.add(line);
  setLabels('measure', [
    { at: a.clone().lerp(b, 0.5), text: metres(m.distance), kind: 'tape', always: true },
  ]);
  const text = `Distance ${metres(m.distance)}, in plan ${metres(m.plan)}, height ${metres(m.height)}, slope ${number(m.slope, 1)}°`;
  say(text);
  emit('measured', m);
}
