import type { Positions, Size, MapView } from './map-view';

const VERTEX_SHADER = `
  attribute vec2 position;
  attribute vec4 color;
  uniform vec2 center;
  uniform vec2 scale;
  uniform float size;
  varying vec4 pointColor;
  void main() {
    gl_Position = vec4((position - center) * scale, 0.0, 1.0);
    gl_PointSize = size;
    // The browser expects premultiplied alpha.
    pointColor = vec4(color.rgb * color.a, color.a);
  }`;
const FRAGMENT_SHADER = `
  precision mediump float;
  varying vec4 pointColor;
  void main() {
    vec2 offset = gl_PointCoord - 0.5;
    if (dot(offset, offset) > 0.25) discard;
    gl_FragColor = pointColor;
  }`;

/** Draws points on a canvas by WebGL. */
export interface PointRenderer {
  setPoints: (positions: Positions, rgba: Uint8Array) => void;
  /** Draws the points with a diameter in CSS pixels. */
  draw: (view: MapView, size: Size, diameter: number) => void;
  dispose: () => void;
}

/**
 * Creates a renderer. Returns null if the browser does not support WebGL. It uses WebGL directly, because libraries are ten times
 * larger than this code (ADR 0131).
 */
export function createPointRenderer(canvas: HTMLCanvasElement): PointRenderer | null {
  const gl = canvas.getContext('webgl', { antialias: false, depth: false });
  if (!gl) return null;
  const program = linkProgram(gl);
  const buffers = {
    position: createAttribute(gl, program, { name: 'position', componentCount: 2, type: gl.FLOAT }),
    color: createAttribute(gl, program, { name: 'color', componentCount: 4, type: gl.UNSIGNED_BYTE }),
  };
  const [center, scale, pointSize] = ['center', 'scale', 'size'].map((name) => gl.getUniformLocation(program, name));
  let pointCount = 0;
  return {
    setPoints: ({ x, y }, rgba) => {
      pointCount = x.length;
      const data = new Float32Array(2 * pointCount);
      for (let index = 0; index < pointCount; index += 1) {
        data[2 * index] = x[index]!;
        data[2 * index + 1] = y[index]!;
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, buffers.position);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffers.color);
      gl.bufferData(gl.ARRAY_BUFFER, rgba, gl.STATIC_DRAW);
    },
    draw: (view, { width, height }, diameter) => {
      const ratio = window.devicePixelRatio;
      const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
      // Set the size of the canvas only if it has changed, because setting it always clears and reallocates the canvas.
      if (canvas.width !== pixelWidth || canvas.height !== pixelHeight)
        Object.assign(canvas, { width: pixelWidth, height: pixelHeight });
      gl.viewport(0, 0, pixelWidth, pixelHeight);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.uniform2f(center!, view.x, view.y);
      gl.uniform2f(scale!, (2 * view.scale) / width, (2 * view.scale) / height);
      gl.uniform1f(pointSize!, diameter * ratio);
      gl.drawArrays(gl.POINTS, 0, pointCount);
    },
    dispose: () => {
      gl.deleteBuffer(buffers.position);
      gl.deleteBuffer(buffers.color);
      gl.deleteProgram(program);
    },
  };
}

function linkProgram(gl: WebGLRenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX_SHADER],
    [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  return program;
}

/** Creates the buffer of an attribute of the points. */
function createAttribute(
  gl: WebGLRenderingContext,
  program: WebGLProgram,
  { name, componentCount, type }: { name: string; componentCount: number; type: number },
): WebGLBuffer {
  const buffer = gl.createBuffer();
  const location = gl.getAttribLocation(program, name);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, componentCount, type, type === gl.UNSIGNED_BYTE, 0, 0);
  return buffer;
}
