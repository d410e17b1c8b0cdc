import { smallestSize } from '../../src/main/desktop/window-bounds.ts';

/** What is left for the page in the smallest window there is, within a frame as wide and a bar as high as any system's. */
export const smallestPage = { width: smallestSize.width - 16, height: smallestSize.height - 40 };

/** To be evaluated in the page: how much wider than the window it is, and what sticks out of it on either side. */
export const sticksOut = `(() => {
  const room = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth - room;
  const out = [...document.querySelectorAll('header *, nav *, main *, [role="dialog"] *')].filter((one) => {
    if (one.parentElement.closest('[role="tablist"]')) return false; // they scroll in their own box, which is looked at
    const isWithin = ({ left, right }) => left >= -1 && right <= room + 1;
    const box = one.getBoundingClientRect();
    if (box.width <= 1 || isWithin(box)) return false;
    // What is cut off within the window does not stick out of it: see below.
    for (let around = one.parentElement; around; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== 'visible' && isWithin(around.getBoundingClientRect()))
        return around.matches('body, #app, main');
    return true;
  });
  return { wide, out: out.map((one) => one.outerHTML.slice(0, 120)) };
})()`;

/** To be evaluated in the page: texts that end before their end, with nothing that says the whole of them. */
export const cutShort = `(() => {
  const cut = [...document.querySelectorAll('body *')].filter((one) => {
    const { overflowX, clipPath } = getComputedStyle(one);
    if (!['hidden', 'clip'].includes(overflowX) || clipPath !== 'none' || !one.checkVisibility()) return false;
    if (one.matches('[role="tablist"], svg, input')) return false;
    const box = one.getBoundingClientRect();
    // What is put to the end sticks out where it begins, and no scroll width tells of that.
    const begins = [...one.children].some((child) => {
      const { left, right, width } = child.getBoundingClientRect();
      return width > 1 && getComputedStyle(child).clipPath === 'none' && (left < box.left - 1 || right > box.right + 1);
    });
    if (one.scrollWidth <= one.clientWidth + 1 && !begins) return false;
    return one.closest('[title]') === null && one.querySelector(':scope > [title]') === null;
  });
  return cut.map((one) => one.outerHTML.replaceAll(/<!--.*?-->/g, '').slice(0, 160));
})()`;

/** To be evaluated in the page: what is scrolled sideways, where nothing is meant to be, or has a bar as if it were. */
export const scrollsSideways = `(() => {
  const boxes = [...document.querySelectorAll('body *')].filter((one) => {
    const { overflowX, borderTopWidth, borderBottomWidth } = getComputedStyle(one);
    if (!['auto', 'scroll'].includes(overflowX) || !one.checkVisibility() || one.matches('textarea')) return false;
    const bar = one.offsetHeight - one.clientHeight - parseFloat(borderTopWidth) - parseFloat(borderBottomWidth);
    return one.scrollWidth > one.clientWidth + 1 || bar > 1;
  });
  return boxes.map((one) => one.outerHTML.replaceAll(/<!--.*?-->/g, '').slice(0, 160));
})()`;
