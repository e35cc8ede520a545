// The pictures of a model's textures as three.js textures. The core decodes them. Rooms of an area
// share most of their textures, so each file becomes one texture.

import {
  AdditiveBlending,
  CubeReflectionMapping,
  CubeTexture,
  DataTexture,
  ClampToEdgeWrapping,
  EquirectangularReflectionMapping,
  LinearFilter,
  LinearMipmapLinearFilter,
  MeshBasicMaterial,
  MeshLambertMaterial,
  NearestFilter,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
} from 'three';

// A light map at full brightness shows the plain colour of the surface; three.js divides by pi.
const LIGHTMAP = Math.PI;
// How much of an environment map is seen. The games use the alpha of each pixel.
const REFLECTION = 0.25;

/** Pictures of one document. `shared` keeps textures of files, for other documents. */
export class Pictures {
  constructor(answer, shared) {
    this.images = answer.images;
    this.materials = answer.materials;
    this.missing = answer.missing;
    this.shared = shared;
  }

  get any() {
    return this.materials.some((m) => m.colour);
  }
  get lightmaps() {
    return this.materials.some((m) => m.lightmap);
  }

  /** The texture of a use: {image, uv, clampU, clampV}. */
  texture({ image, uv = 0, clampU = false, clampV = false }) {
    const from = this.images[image];
    if (!from?.width) return null;
    const u = clampU || from.clampU;
    const v = clampV || from.clampV;
    const key = `${from.where ?? from.name} ${uv} ${u} ${v}`;
    if (!this.shared.has(key)) this.shared.set(key, makeTexture(from, uv, u, v));
    return this.shared.get(key);
  }

  environment(image) {
    const from = this.images[image];
    if (!from?.width) return null;
    const key = `${from.where ?? from.name} environment`;
    if (!this.shared.has(key))
      this.shared.set(key, from.cube ? makeCube(from) : makeSurroundings(from));
    return this.shared.get(key);
  }
}

function smooth(texture, nearest) {
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = nearest ? NearestFilter : LinearFilter;
  texture.minFilter = nearest ? NearestFilter : LinearMipmapLinearFilter;
  texture.generateMipmaps = !nearest;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  return texture;
}

function makeTexture(image, uv, clampU, clampV) {
  const texture = image.bitmap
    ? new Texture(image.bitmap)
    : new DataTexture(image.rgba, image.width, image.height);
  texture.flipY = false; // the first row is at v = 0
  texture.wrapS = clampU ? ClampToEdgeWrapping : RepeatWrapping;
  texture.wrapT = clampV ? ClampToEdgeWrapping : RepeatWrapping;
  texture.channel = uv;
  return smooth(texture, image.nearest);
}

function makeSurroundings(image) {
  const texture = new DataTexture(image.rgba, image.width, image.height);
  texture.mapping = EquirectangularReflectionMapping;
  return smooth(texture, false);
}

/** Six squares from top to bottom. */
function makeCube({ rgba, width }) {
  const side = 4 * width * width;
  const faces = [0, 1, 2, 3, 4, 5].map((i) =>
    smooth(new DataTexture(rgba.subarray(i * side, (i + 1) * side), width, width), false),
  );
  const texture = new CubeTexture(faces, CubeReflectionMapping);
  return smooth(texture, false);
}

/** The material of a textured surface, or null if it has no picture. `own` is that of the GLB. */
export function texturedMaterial(pictures, index, own, { wireframe, lightmaps }) {
  const look = pictures?.materials[index];
  const map = look?.colour ? pictures.texture(look.colour) : null;
  if (!map) return null;
  const lightMap = lightmaps && look.lightmap ? pictures.texture(look.lightmap) : null;
  const m = lightMap ? new MeshBasicMaterial() : new MeshLambertMaterial();
  Object.assign(m, { map, wireframe, side: own.side, vertexColors: own.vertexColors });
  m.opacity = own.opacity;
  if (lightMap) Object.assign(m, { lightMap, lightMapIntensity: LIGHTMAP });
  if (look.environment !== undefined) {
    m.envMap = pictures.environment(look.environment);
    m.reflectivity = REFLECTION;
  }
  if (m.emissive && own.emissive?.getHex()) {
    m.emissive.copy(own.emissive);
    m.emissiveMap = map;
  }
  blend(m, look, pictures.images[look.colour.image]);
  return m;
}

function blend(m, { alpha, cutoff }, image) {
  if (alpha === 'test') m.alphaTest = cutoff || 0.5;
  if (alpha === 'blend' || alpha === 'additive' || m.opacity < 1)
    Object.assign(m, { transparent: true, depthWrite: false });
  if (alpha === 'additive') m.blending = AdditiveBlending;
  if (image.decal)
    Object.assign(m, { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -4 });
}
