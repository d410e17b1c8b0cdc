import { serveMain } from './in-utility.ts';

serveMain();
