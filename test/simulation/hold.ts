import { hold } from './clock.ts';

hold();
