// Draws the view without WebGL: triangles and lines are projected, sorted by their distance and painted
// onto a 2D canvas. Slower than WebGL and without textures, but everything else of the page works.

import { Color, Matrix4, Vector3, Vector4 } from 'three';

/** What draws WebGL here: 'card', 'processor' or 'nothing'. */
export function findGraphics() {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return 'nothing';
  const detail = context.getExtension('WEBGL_debug_renderer_info');
  const name = context.getParameter(detail ? detail.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|basic render|software/i.test(name) ? 'processor' : 'card';
}

const clip = new Vector4();
const colour = new Color();

export class CanvasRenderer {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.ratio = 1;
  }

  setPixelRatio(ratio) {
    this.ratio = ratio;
  }

  getPixelRatio() {
    return this.ratio;
  }

  setSize(width, height) {
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
  }

  render(scene, camera) {
    scene.updateMatrixWorld();
    camera.updateMatrixWorld();
    this.camera = camera;
    this.toClip = new Matrix4().multiplyMatrices(
      camera.projectionMatrix,
      camera.matrixWorldInverse,
    );
    this.items = [];
    this.#collect(scene);
    const { context: g } = this;
    g.fillStyle = scene.background.getStyle();
    g.fillRect(0, 0, this.canvas.width, this.canvas.height);
    g.lineJoin = 'round';
    // What is drawn over everything comes last, the rest from far to near.
    this.items.sort((a, b) => a.layer - b.layer || b.depth - a.depth);
    for (const item of this.items) this.#paint(item);
  }

  #collect(object) {
    if (!object.visible) return;
    const material = Array.isArray(object.material) ? object.material[0] : object.material;
    if (object.isLineSegments2) this.#wide(object, material);
    else if (object.isLine) this.#thin(object, material);
    else if (object.isMesh) this.#faces(object, material);
    for (const child of object.children) this.#collect(child);
  }

  /** A point of the world on the canvas; null behind the camera. */
  #project(v) {
    clip.set(v.x, v.y, v.z, 1).applyMatrix4(this.toClip);
    if (clip.w <= 1e-6 || clip.z < -clip.w) return null;
    return {
      x: (clip.x / clip.w / 2 + 0.5) * this.canvas.width,
      y: (0.5 - clip.y / clip.w / 2) * this.canvas.height,
      z: clip.z / clip.w,
    };
  }

  #layer(object, material) {
    return object.renderOrder < 0 ? -1 : material.depthTest === false ? 1 + object.renderOrder : 0;
  }

  #add(object, material, points, style, width = 0, dash = null) {
    if (points.some((p) => !p)) return;
    const depth = points.reduce((n, p) => n + p.z, 0) / points.length;
    const nearer = width ? 2e-4 : 0; // lines lie in the faces they belong to
    const alpha = material.transparent ? material.opacity : 1;
    // Marks on the floor are longer than its faces, so that depth cannot order them: they come after all faces.
    const layer = Math.max(this.#layer(object, material), width > 1 ? 0.5 : -1);
    this.items.push({ points, style, width, alpha, layer, depth: depth - nearer, dash });
  }

  #faces(mesh, material) {
    const { position, color, wall } = mesh.geometry.attributes;
    const { index } = mesh.geometry;
    const count = index?.count ?? position.count;
    const corners = [new Vector3(), new Vector3(), new Vector3()];
    for (let i = 0; i + 2 < count; i += 3) {
      const at = [0, 1, 2].map((k) => (index ? index.getX(i + k) : i + k));
      at.forEach((v, k) => mesh.getVertexPosition(v, corners[k]).applyMatrix4(mesh.matrixWorld));
      const points = corners.map((v) => this.#project(v));
      if (points.some((p) => !p)) continue;
      const [a, b, c] = points;
      const turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
      const oneSided = material.side === 0 || wall?.getX(at[0]);
      if (!turn || (oneSided && turn > 0)) continue;
      colour.copy(material.color ?? colour.set(0x9999bb));
      if (material.vertexColors && color)
        colour.multiply(new Color(color.getX(at[0]), color.getY(at[0]), color.getZ(at[0])));
      const lit = material.isMeshBasicMaterial ? 1 : this.#light(corners);
      const style = colour.multiplyScalar(lit).getStyle();
      if (material.wireframe) this.#add(mesh, material, [...points, a], style, 1);
      else this.#add(mesh, material, points, style);
    }
  }

  /** Faces that look at the camera are lightest. */
  #light([a, b, c]) {
    const normal = b.clone().sub(a).cross(c.clone().sub(a)).normalize();
    const view = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 2);
    return 0.5 + 0.45 * Math.abs(normal.dot(view)) + 0.05 * normal.y;
  }

  #thin(lines, material) {
    const { position } = lines.geometry.attributes;
    const step = lines.isLineSegments ? 2 : 1;
    const own = material.vertexColors ? lines.geometry.attributes.color : null;
    const style = (i) =>
      (own ? colour.setRGB(own.getX(i), own.getY(i), own.getZ(i)) : material.color).getStyle();
    for (let i = 0; i + 1 < position.count; i += step)
      this.#segment(lines, material, position, i, position, i + 1, style(i), 1);
  }

  #wide(lines, material) {
    const { instanceStart, instanceEnd, instanceDistanceStart } = lines.geometry.attributes;
    const style = material.color.getStyle();
    const { linewidth, dashSize, gapSize } = material;
    for (let i = 0; i < (instanceStart?.count ?? 0); i++) {
      const dash = material.dashed
        ? { dashSize, gapSize, start: instanceDistanceStart?.getX(i) ?? 0 }
        : null;
      this.#segment(lines, material, instanceStart, i, instanceEnd, i, style, linewidth, dash);
    }
  }

  /** dash: {dashSize, gapSize, start} in metres; start is where on the whole line it begins. */
  #segment(object, material, from, i, to, k, style, width, dash = null) {
    const [a, b] = [
      [from, i],
      [to, k],
    ].map(([list, n]) =>
      new Vector3(list.getX(n), list.getY(n), list.getZ(n)).applyMatrix4(object.matrixWorld),
    );
    const ends = [a, b].map((v) => this.#project(v));
    this.#add(object, material, ends, style, width, dash && this.#inPixels(dash, a, b, ends));
  }

  #inPixels({ dashSize, gapSize, start }, a, b, [p, q]) {
    const metres = a.distanceTo(b);
    if (!p || !q || !metres) return null;
    const scale = Math.hypot(q.x - p.x, q.y - p.y) / metres;
    return { list: [dashSize * scale, gapSize * scale], offset: start * scale };
  }

  #paint({ points, style, width, alpha, dash }) {
    const { context: g } = this;
    g.globalAlpha = alpha;
    if (dash) {
      g.setLineDash(dash.list);
      g.lineDashOffset = dash.offset;
    }
    g.beginPath();
    g.moveTo(points[0].x, points[0].y);
    for (const p of points.slice(1)) g.lineTo(p.x, p.y);
    g.strokeStyle = style;
    g.lineWidth = width * this.ratio || 0.7;
    if (!width) {
      g.closePath();
      g.fillStyle = style;
      g.fill();
    }
    // The outline closes the gaps between faces, which would be seen twice through glass.
    if (width || alpha === 1) g.stroke();
    if (dash) g.setLineDash([]);
    g.globalAlpha = 1;
  }
}
