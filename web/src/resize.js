// The borders of the panels can be dragged, or moved with the arrow keys.

import { $ } from './dom.js';

const SIDES = {
  'grip-files': { name: '--files', sign: 1, min: 180, start: 264 },
  'grip-side': { name: '--side', sign: -1, min: 260, start: 336 },
};
const STEP = 16;

const most = (min) => Math.round(Math.max(min, innerWidth * 0.45));

function set(grip, { name, min }, width) {
  const px = Math.round(Math.min(most(min), Math.max(min, width)));
  document.body.style.setProperty(name, `${px}px`);
  grip.setAttribute('aria-valuenow', String(px));
}

export function startResize() {
  for (const [id, side] of Object.entries(SIDES)) {
    const grip = $(id);
    const width = () => Number(grip.getAttribute('aria-valuenow'));
    grip.setAttribute('aria-valuemin', String(side.min));
    grip.setAttribute('aria-valuenow', String(side.start));
    const limit = () => grip.setAttribute('aria-valuemax', String(most(side.min)));
    limit();
    addEventListener('resize', limit);
    grip.addEventListener('pointerdown', (e) => {
      grip.setPointerCapture(e.pointerId);
      const [from, at] = [width(), e.clientX];
      const move = (m) => set(grip, side, from + (m.clientX - at) * side.sign);
      grip.addEventListener('pointermove', move);
      grip.addEventListener(
        'lostpointercapture',
        () => grip.removeEventListener('pointermove', move),
        {
          once: true,
        },
      );
      e.preventDefault();
    });
    grip.addEventListener('keydown', (e) => {
      const by = { ArrowLeft: -STEP, ArrowRight: STEP }[e.key];
      if (!by) return;
      set(grip, side, width() + by * side.sign);
      e.preventDefault();
      e.stopPropagation();
    });
    grip.addEventListener('dblclick', () => set(grip, side, side.start));
  }
}
