import { spawn } from 'node:child_process';
import { electronHost } from '../build/electron.ts';
const host = await electronHost();
const child = spawn('playwright', ['test', '--retries=0', '--workers=1', ...process.argv.slice(2)], { stdio: 'inherit', env: { ...process.env, ...host.env } });
child.on('close', (code) => process.exit(code ?? 1));
