import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into every child before its own file: it ends with the benchmark, even with one that was
// killed, and collects its garbage when it is told to.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

process.on('disconnect', () => process.exit());
process.on('message', () => {
  collectGarbage();
  process.send?.('collected');
});
// Waiting for us keeps nobody alive.
process.channel?.unref();
