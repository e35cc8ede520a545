// A texture file as a picture, over a pattern that shows where it is transparent.

import { $, number } from './dom.js';

export function drawPicture({ width, height, rgba }) {
  const canvas = $('picture-canvas');
  canvas.width = width;
  canvas.height = height;
  // Small pictures are drawn larger, in whole steps, so that every pixel is a square.
  const { clientWidth: w, clientHeight: h } = canvas.parentElement.parentElement;
  const scale = Math.max(1, Math.floor(Math.min((w - 48) / width, (h - 80) / height)));
  canvas.style.width = `${width * scale}px`;
  const pixels = new ImageData(new Uint8ClampedArray(rgba.buffer), width, height);
  canvas.getContext('2d').putImageData(pixels, 0, 0);
  $('picture-size').textContent = `${number(width)} by ${number(height)} pixels`;
  $('picture').hidden = false;
}

export function hidePicture() {
  $('picture').hidden = true;
}
