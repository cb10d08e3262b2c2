import { createMark, type Mark } from './mark.ts';

const SIZE = 64;
const RADIUS = 21;
/** White on it has a contrast of 6.5 : 1. */
const COLOUR = '#b3261e';
const OFF = 'x-hitl-icon';

/**
 * Draws a number over the icon of a page, and restores the icon afterwards. If the icon cannot be
 * read, for example because of its origin, only the number is shown.
 */
function createFaviconMark(document: Document): Mark {
  const link = document.createElement('link');
  link.rel = 'icon';
  link.type = 'image/png';
  link.dataset['hitlPart'] = 'favicon';
  /** The page's own icons, disabled meanwhile, with their original attributes. */
  const switchedOff = new Map<HTMLLinkElement, string>();
  let wanted = 0;

  function restore(): void {
    link.remove();
    for (const [icon, rel] of switchedOff) if (icon.rel === OFF) icon.rel = rel;
    switchedOff.clear();
  }

  async function draw(count: number): Promise<void> {
    wanted = count;
    if (count === 0) {
      restore();
      return;
    }
    const icons = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
    const own = icons.filter((icon) => icon !== link);
    const [known] = switchedOff.keys();
    const href = (own.at(-1) ?? known)?.href ?? new URL('/favicon.ico', document.baseURI).href;
    const drawing = drawOver(document, await loadImage(document, href), count);
    // The number may have changed while the icon was loading.
    if (drawing === undefined || wanted !== count) return;
    link.href = drawing;
    for (const icon of own) {
      switchedOff.set(icon, icon.rel);
      icon.rel = OFF;
    }
    document.head.append(link);
  }

  return createMark((count) => void draw(count));
}

let ofPage: Mark | undefined;

/** The mark of this page's icon, shared by all components. */
export function faviconMark(): Mark {
  return (ofPage ??= createFaviconMark(document));
}

async function loadImage(document: Document, href: string): Promise<HTMLImageElement | undefined> {
  const image = document.createElement('img');
  // Without it, a canvas that contains an image of another origin cannot be read.
  image.crossOrigin = 'anonymous';
  image.src = href;
  try {
    await image.decode();
    return image;
  } catch {
    return undefined;
  }
}

function drawOver(
  document: Document,
  icon: HTMLImageElement | undefined,
  count: number,
): string | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  if (icon !== undefined) context.drawImage(icon, 0, 0, SIZE, SIZE);
  const at = SIZE - RADIUS;
  context.beginPath();
  context.arc(at, at, RADIUS, 0, 2 * Math.PI);
  // A gap around the number separates it from an icon of any color.
  context.globalCompositeOperation = 'destination-out';
  context.lineWidth = 6;
  context.stroke();
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = COLOUR;
  context.fill();
  context.fillStyle = '#ffffff';
  context.font = `bold ${count > 9 ? 24 : 32}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(count > 9 ? '9+' : String(count), at, at + 2);
  return canvas.toDataURL('image/png');
}
