// Runs in a sandboxed browser, after mermaid.js and job.js: draws each diagram and leaves the results as JSON in the page.
/* global document, Image, mermaid, job, performance, XMLSerializer */

/** Pixels of a drawing per CSS pixel, and its largest side and area in pixels. */
const SCALE = 2;
const LONGEST_SIDE = 8000;
const LARGEST_AREA = 32e6;

mermaid.initialize({
  startOnLoad: false,
  securityLevel: 'strict',
  // A configuration within a diagram may change its look alone.
  secure: [
    'secure',
    'securityLevel',
    'startOnLoad',
    'maxTextSize',
    'maxEdges',
    'htmlLabels',
    'flowchart',
    'fontFamily',
  ],
  maxTextSize: 50_000,
  maxEdges: 500,
  suppressErrorRendering: true,
  theme: 'default',
  fontFamily: 'Liberation Sans, Carlito, DejaVu Sans, sans-serif',
  // Labels are text of the drawing: HTML in a drawing is shown by browsers alone.
  htmlLabels: false,
  flowchart: { htmlLabels: false, useMaxWidth: false },
});

/** Returns a drawing with its size in pixels instead of in percent. */
function sized(markup) {
  const holder = document.createElement('div');
  holder.innerHTML = markup;
  const svg = holder.querySelector('svg');
  for (const element of svg.querySelectorAll('script, foreignObject, image, use[href^="http"]')) element.remove();
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (!(width > 0 && height > 0)) throw new Error('it has no size');
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.style.maxWidth = '';
  // Shadows would become bitmaps when the page is printed.
  for (const style of svg.querySelectorAll('style'))
    style.textContent = style.textContent.replace(/filter\s*:[^;}]*/g, '');
  for (const element of svg.querySelectorAll('[filter]')) element.removeAttribute('filter');
  for (const element of svg.querySelectorAll('[style*="filter"]')) element.style.filter = '';
  return { markup: new XMLSerializer().serializeToString(svg), width, height };
}

async function pictureOf({ markup, width, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  await image.decode();
  const scale = Math.min(
    SCALE,
    LONGEST_SIDE / width,
    LONGEST_SIDE / height,
    Math.sqrt(LARGEST_AREA / (width * height)),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').split(',')[1];
}

const results = [];
for (const [index, source] of job.sources.entries()) {
  try {
    if (performance.now() > job.milliseconds) throw new Error('no time was left');
    const drawing = sized((await mermaid.render(`diagram-${index}`, source)).svg);
    results.push(job.as === 'svg' ? { svg: drawing.markup } : { png: await pictureOf(drawing) });
  } catch (error) {
    results.push({ error: String(error?.message ?? error).split('\n', 1)[0] });
  }
}
const result = document.createElement('script');
result.type = 'application/json';
result.id = 'result';
result.textContent = JSON.stringify(results);
document.body.replaceChildren(result);
