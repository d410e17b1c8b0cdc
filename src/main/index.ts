import { startWorkstation } from './workstation.ts';

startWorkstation();
