// Lines at the edges of shapes, drawn by the faces themselves, so that faces that are not drawn have
// none. Each corner knows how far it is from the three edges of its triangle; edges inside a smooth
// surface are infinitely far.

import { BufferAttribute, Vector3 } from 'three';

const SHARP = Math.cos((28 * Math.PI) / 180);
const INK = 0.42;

/** Vertices at the same place are the same one: seams of textures are no edges. */
function weld(position) {
  const known = new Map();
  return Array.from({ length: position.count }, (_, i) => {
    const key = `${position.getX(i)} ${position.getY(i)} ${position.getZ(i)}`;
    if (!known.has(key)) known.set(key, i);
    return known.get(key);
  });
}

/** The geometry with an attribute for edgeMaterial; triangles stay in their order. */
export function withEdges(geometry) {
  const g = geometry.index ? geometry.toNonIndexed() : geometry.clone();
  const { position } = g.attributes;
  const id = weld(position);
  const faces = position.count / 3;
  const normals = [];
  const sides = new Map(); // edge -> faces
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  const key = (f, k) => {
    const [p, q] = [id[f * 3 + k], id[f * 3 + ((k + 1) % 3)]];
    return p < q ? `${p} ${q}` : `${q} ${p}`;
  };
  for (let f = 0; f < faces; f++) {
    [a, b, c].forEach((v, k) => v.fromBufferAttribute(position, f * 3 + k));
    normals.push(b.sub(a).clone().cross(c.sub(a)).normalize());
    for (let k = 0; k < 3; k++) {
      const name = key(f, k);
      if (sides.has(name)) sides.get(name).push(f);
      else sides.set(name, [f]);
    }
  }
  const isEdge = (f, k) => {
    const list = sides.get(key(f, k));
    return list.length !== 2 || normals[list[0]].dot(normals[list[1]]) < SHARP;
  };
  const far = new Float32Array(faces * 9).fill(1);
  for (let f = 0; f < faces; f++)
    for (let k = 0; k < 3; k++)
      if (isEdge(f, k)) for (const v of [k, (k + 1) % 3]) far[(f * 3 + v) * 3 + k] = 0;
  g.setAttribute('edge', new BufferAttribute(far, 3));
  return g;
}

function shade(shader) {
  shader.vertexShader = shader.vertexShader
    .replace('#include <common>', '#include <common>\nattribute vec3 edge;\nvarying vec3 vEdge;')
    .replace('#include <begin_vertex>', '#include <begin_vertex>\nvEdge = edge;');
  shader.fragmentShader = shader.fragmentShader
    .replace('#include <common>', '#include <common>\nvarying vec3 vEdge;')
    .replace(
      '#include <dithering_fragment>',
      `#include <dithering_fragment>
      vec3 away = smoothstep(vec3(0.0), max(fwidth(vEdge) * 1.1, vec3(1e-6)), vEdge);
      gl_FragColor.rgb *= mix(${INK}, 1.0, min(min(away.x, away.y), away.z));`,
    );
}

/** Draws the edges of a geometry made by withEdges. */
export function edgeMaterial(material) {
  material.onBeforeCompile = shade;
  return material;
}
