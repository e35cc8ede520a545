// A texture file as a picture, over a pattern that shows where it is transparent.

import { $, number } from './dom.js';

export function drawPicture({ width, height, rgba }) {
  const canvas = $('picture-canvas');
  canvas.width = width;
  canvas.height = height;
  const pixels = new ImageData(new Uint8ClampedArray(rgba.buffer), width, height);
  canvas.getContext('2d').putImageData(pixels, 0, 0);
  $('picture-size').textContent = `${number(width)} by ${number(height)} pixels`;
  $('picture').hidden = false;
}

export function hidePicture() {
  $('picture').hidden = true;
}
