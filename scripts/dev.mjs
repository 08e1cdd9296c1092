import { installPackages, runProgram } from './install.mjs';

installPackages();
runProgram('vite/bin/vite.js', process.argv.slice(2));
