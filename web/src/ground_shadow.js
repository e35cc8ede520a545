// The shadow that what is shown casts onto the ground below it. The sun does not move, so the shadow is
// drawn into a texture, once for each change of what is shown; a step of the camera only draws a plane with
// that texture. A shadow map would make every lit pixel more expensive.

import {
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  OrthographicCamera,
  DoubleSide,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
  Vector3,
  Box3,
  WebGLRenderTarget,
} from 'three';

const SIZE = 512;
const SUN = new Vector3(0.23, 1, 0.16); // a shadow moves so far aside for each metre of height
const CASTERS = 1; // the layer of meshes that cast it

export class GroundShadow {
  drawn = 0; // how often the texture was drawn

  /** flat: there is no WebGL, so there is no shadow. */
  constructor({ flat }) {
    this.flat = flat;
    const picture = () => new WebGLRenderTarget(SIZE, SIZE, { depthBuffer: false });
    this.targets = [picture(), picture()];
    const { texture } = this.targets[0];
    this.ground = new Mesh(
      new PlaneGeometry(1, 1),
      new MeshBasicMaterial({
        ...{ color: 0, alphaMap: texture, transparent: true, opacity: 0.3 },
        ...{ depthWrite: false, toneMapped: false },
        // Floors are drawn a little farther away than they are, and it must stay below them.
        ...{ polygonOffset: true, polygonOffsetFactor: 3, polygonOffsetUnits: 6 },
      }),
    );
    this.ground.rotation.x = -Math.PI / 2;
    this.ground.raycast = () => {};
    this.camera = new OrthographicCamera();
    this.camera.layers.set(CASTERS);
    this.solid = new MeshDepthMaterial({ side: DoubleSide });
    this.blur = new Mesh(new PlaneGeometry(2, 2), blurMaterial());
    this.blur.frustumCulled = false;
    this.cast(null);
  }

  /** The shadow of what is in a box falls onto its bottom; null: there is none. */
  cast(box) {
    this.casts = !!box && !this.flat;
    this.stale = true;
    this.#show();
    if (!box) return;
    const size = box.getSize(new Vector3());
    const centre = box.getCenter(new Vector3());
    this.near = box.clone().expandByScalar(Math.max(size.length() / 2, 0.01));
    const half = Math.max(size.x, size.z) / 2 + size.y * 0.2 + 0.01;
    const reach = half * 1.15;
    this.bottom = box.min.y - size.length() * 0.001;
    this.ground.scale.setScalar(reach * 2);
    this.ground.position.set(
      centre.x - (SUN.x * size.y) / 2,
      this.bottom,
      centre.z - (SUN.z * size.y) / 2,
    );
    this.#aim(reach);
  }

  /** A plan has no shadow: it would only blur the edges of the floor. */
  setPlan(yes) {
    this.plan = yes;
    this.#show();
  }

  #show() {
    this.ground.visible = this.casts && !this.plan;
  }

  /** The camera looks down; points are moved along the rays of the sun onto the ground. */
  #aim(reach) {
    const { camera, bottom } = this;
    const { x, z } = this.ground.position;
    const depth = reach * 1000; // far enough for every depth to be drawn as white
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    Object.assign(camera, { near: 0, far: 2 * depth });
    camera.position.set(x, bottom + depth * 0.01, z);
    camera.up.set(0, 0, -1);
    camera.lookAt(x, bottom, z);
    camera.updateMatrixWorld();
    camera.updateProjectionMatrix();
    const slope = new Matrix4().set(
      ...[1, -SUN.x, 0, SUN.x * bottom],
      ...[0, 1, 0, 0],
      ...[0, -SUN.z, 1, SUN.z * bottom],
      ...[0, 0, 0, 1],
    );
    camera.projectionMatrix
      .multiply(camera.matrixWorldInverse)
      .multiply(slope)
      .multiply(camera.matrixWorld);
  }

  /** Draws the texture again if something has changed. */
  update(renderer, content, moving) {
    if (!this.ground.visible || !(this.stale || moving)) return;
    this.stale = false;
    this.drawn++;
    const kept = this.#dress(content);
    const before = renderer.getRenderTarget();
    const [a, b] = this.targets;
    renderer.setRenderTarget(a);
    renderer.render(content, this.camera);
    for (const [mesh, material] of kept) mesh.material = material;
    this.#soften(renderer, a, b, new Vector2(1 / SIZE, 0));
    this.#soften(renderer, b, a, new Vector2(0, 1 / SIZE));
    renderer.setRenderTarget(before);
  }

  #soften(renderer, from, to, step) {
    this.blur.material.uniforms.from.value = from.texture;
    this.blur.material.uniforms.step.value = step;
    renderer.setRenderTarget(to);
    renderer.render(this.blur, plain);
  }

  /** Gives what casts a shadow its plain material for it. Returns the own ones. */
  #dress(content) {
    const kept = new Map();
    content.updateMatrixWorld(true);
    content.traverse((o) => {
      if (!o.isMesh) return;
      if (!o.castShadow || !this.#isNear(o)) return o.layers.disable(CASTERS);
      o.layers.enable(CASTERS);
      kept.set(o, o.material);
      o.material = this.#shape(o.material);
    });
    return kept;
  }

  /** A dome far around an area would hide everything else in its shadow. */
  #isNear(mesh) {
    if (mesh.isSkinnedMesh) return true; // its vertices are not where its bones put them
    mesh.geometry.boundingBox ?? mesh.geometry.computeBoundingBox();
    return this.near.containsBox(
      new Box3().copy(mesh.geometry.boundingBox).applyMatrix4(mesh.matrixWorld),
    );
  }

  /** Leaves and grates have holes. */
  #shape({ map, alphaTest }) {
    if (!map || !alphaTest) return this.solid;
    this.cut ??= new WeakMap();
    if (!this.cut.has(map))
      this.cut.set(map, new MeshDepthMaterial({ map, alphaTest, side: DoubleSide }));
    return this.cut.get(map);
  }
}

const plain = new OrthographicCamera();

/** Five samples between texels, which have the weight of nine. */
const blurMaterial = () =>
  new ShaderMaterial({
    uniforms: { from: { value: null }, step: { value: null } },
    vertexShader: `varying vec2 at;
      void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`,
    fragmentShader: `uniform sampler2D from; uniform vec2 step; varying vec2 at;
      void main() {
        vec4 sum = texture2D(from, at) * 0.227;
        sum += (texture2D(from, at + step * 1.385) + texture2D(from, at - step * 1.385)) * 0.3162;
        sum += (texture2D(from, at + step * 3.231) + texture2D(from, at - step * 3.231)) * 0.0703;
        gl_FragColor = sum;
      }`,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
