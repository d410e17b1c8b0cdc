/** What of its look a picture takes with it: outside the window there is no style sheet. */
const taken = ['fill', 'stroke', 'font-family', 'font-size', 'font-weight', 'text-anchor'] as const;

/** A chart as a file of its own: as it is seen, with its ground. */
export function svgOf(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [...chart.querySelectorAll('*')];
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (!original) continue;
    const style = getComputedStyle(original);
    for (const name of taken) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  }
  const { width, height } = chart.viewBox.baseVal;
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.removeAttribute('class');
  return new XMLSerializer().serializeToString(copy);
}

/** The same as a PNG of twice its size, in base64. */
export async function pngOf(chart: SVGSVGElement): Promise<string> {
  const { width, height } = chart.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(chart))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * 2;
  canvas.height = height * 2;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
