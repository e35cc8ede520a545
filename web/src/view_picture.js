// The view as one picture: the canvas (of a comparison both), with the labels, pins and names that the page
// shows over it.

const number = (text) => Number.parseFloat(text) || 0;

/** A colour with one alpha, as in `color-mix`, is taken by the canvas as it is. */
const isSeen = (colour) => colour && colour !== 'transparent' && !/,\s*0\)$/.test(colour);

/** Corners in the order of the canvas: upper left, upper right, lower right, lower left. */
const corners = (style) =>
  ['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'].map((c) =>
    number(style[`border${c}Radius`]),
  );

/** The first part of a box-shadow that is a line around the box: {colour, width}. */
function outline({ boxShadow }) {
  const [, colour, width] = /^(\S+?\(.*?\)|#?\w+) 0px 0px 0px ([\d.]+)px/.exec(boxShadow) ?? [];
  return colour ? { colour, width: Number(width) } : null;
}

function drawBox(g, style, box) {
  const rounded = (by) => {
    g.beginPath();
    g.roundRect(
      box.x - by,
      box.y - by,
      box.width + 2 * by,
      box.height + 2 * by,
      corners(style).map((r) => (r ? r + by : 0)),
    );
    g.fill();
  };
  const line = outline(style);
  if (line) {
    // The line is around the box, not below it: the box may be transparent.
    g.save();
    const hole = new Path2D();
    hole.rect(0, 0, g.canvas.width, g.canvas.height);
    hole.roundRect(box.x, box.y, box.width, box.height, corners(style));
    g.clip(hole, 'evenodd');
    g.fillStyle = line.colour;
    rounded(line.width);
    g.restore();
  }
  if (!isSeen(style.backgroundColor)) return;
  g.fillStyle = style.backgroundColor;
  rounded(0);
}

/** An element with one line of text, where the page has it. */
function drawElement(g, element, origin) {
  const style = getComputedStyle(element);
  const r = element.getBoundingClientRect();
  const box = { x: r.x - origin.x, y: r.y - origin.y, width: r.width, height: r.height };
  drawBox(g, style, box);
  g.fillStyle = style.color;
  g.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  Object.assign(g, { textAlign: 'center', textBaseline: 'middle' });
  g.fillText(element.textContent, box.x + box.width / 2, box.y + box.height / 2 + 0.5);
}

/** A pane with what lies over it. A chosen pin is drawn last, as in the page. */
function drawPane(g, canvas, origin) {
  const r = canvas.getBoundingClientRect();
  g.drawImage(canvas, r.x - origin.x, r.y - origin.y, r.width, r.height);
  g.save();
  g.beginPath();
  g.rect(r.x - origin.x, r.y - origin.y, r.width, r.height);
  g.clip();
  const shown = [...canvas.parentElement.querySelectorAll('.label, .pane-title')]
    .filter((e) => e.getClientRects().length)
    .toSorted((a, b) => a.matches('.chosen') - b.matches('.chosen'));
  for (const element of shown) drawElement(g, element, origin);
  g.restore();
}

/** A canvas with the whole view; call it in the task that drew it, or it is empty. */
export function pictureOf({ surface }) {
  const panes = [surface, document.querySelector('#other-view canvas')].filter(Boolean);
  const rects = panes.map((c) => c.getBoundingClientRect());
  const origin = {
    x: Math.min(...rects.map((r) => r.left)),
    y: Math.min(...rects.map((r) => r.top)),
  };
  const scale = surface.width / rects[0].width;
  const whole = document.createElement('canvas');
  whole.width = Math.round((Math.max(...rects.map((r) => r.right)) - origin.x) * scale);
  whole.height = Math.round((Math.max(...rects.map((r) => r.bottom)) - origin.y) * scale);
  const g = whole.getContext('2d');
  // The line between two panes.
  g.fillStyle = getComputedStyle(document.getElementById('other-view')).borderLeftColor;
  g.fillRect(0, 0, whole.width, whole.height);
  g.scale(scale, scale);
  for (const pane of panes) drawPane(g, pane, origin);
  return whole;
}
