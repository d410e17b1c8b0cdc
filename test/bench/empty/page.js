// What a desk would be without anything in it: a line that is entered is a row, and the row is told when main answers.
/* global document -- run in the page */
/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- this project's types are the main process's */
const box = document.querySelector('input');
const list = document.querySelector('ol');
globalThis.answered = [];

box.addEventListener('keydown', async ({ key }) => {
  if (key !== 'Enter') return;
  const row = document.createElement('li');
  row.innerHTML = '<p data-testid="scan-line"><span class="mark">Sent</span> <bdi class="what"></bdi></p>';
  const code = box.value;
  row.querySelector('.what').textContent = code;
  box.value = '';
  list.prepend(row);
  const at = await globalThis.bare.invoke('settle', code);
  globalThis.answered.push({ code, at });
  row.querySelector('.mark').textContent = 'Lent';
  row.className = 'settled';
});
