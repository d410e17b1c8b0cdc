/**
 * The window that is measured in, in CSS pixels: what the program opens in at first, and one row more. Where there is no
 * graphics card Chromium draws a page of even height through a path that takes four times as long (12 ms and 3 ms for
 * this window), and what is to be measured is the program.
 */
export const size = { width: 1280, height: 801 };
