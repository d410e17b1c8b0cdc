import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import { getLocale, overwriteGetLocale } from '../messages/compiled/runtime.js';
import { noteUncaught } from './app/defects.ts';
import { loadRefusals } from './failures/refusals.ts';
import Root from './app/Root.svelte';

// One language for as long as the window is open, so that it is not looked up again for each text.
const locale = getLocale();
overwriteGetLocale(() => locale);

noteUncaught();
const target = document.getElementById('app');
if (target) mount(Root, { target });
requestIdleCallback(() => void loadRefusals());
