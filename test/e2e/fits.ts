/** To be evaluated in the page: how much wider than the window it is, and what sticks out of it on either side. */
export const sticksOut = `(() => {
  const room = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth - room;
  const out = [...document.querySelectorAll('header *, nav *, main *, [role="dialog"] *')].filter((one) => {
    if (one.parentElement.closest('[role="tablist"]')) return false; // they scroll in their own box, which is looked at
    const { left, right, width } = one.getBoundingClientRect();
    return width > 1 && (left < -1 || right > room + 1);
  });
  return { wide, out: out.map((one) => one.outerHTML.slice(0, 120)) };
})()`;

/** To be evaluated in the page: texts that end before their end, with nothing that says the whole of them. */
export const cutShort = `(() => {
  const cut = [...document.querySelectorAll('body *')].filter((one) => {
    const { overflowX, clipPath } = getComputedStyle(one);
    if (!['hidden', 'clip'].includes(overflowX) || clipPath !== 'none' || !one.checkVisibility()) return false;
    if (one.matches('[role="tablist"], svg, input') || one.scrollWidth <= one.clientWidth + 1) return false;
    return one.closest('[title]') === null && one.querySelector(':scope > [title]') === null;
  });
  return cut.map((one) => one.outerHTML.replaceAll(/<!--.*?-->/g, '').slice(0, 160));
})()`;
