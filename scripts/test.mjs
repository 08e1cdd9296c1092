import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildIfChanged } from './build.mjs';
import { installPackages, root, runProgram } from './install.mjs';
import { ensureRedis } from './redis.mjs';

installPackages();
rmSync(path.join(root, 'test-results'), { recursive: true, force: true });

runProgram('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']);
for (const project of ['src/domain', 'src/server', 'src/web', 'e2e', '.']) {
  runProgram('typescript/bin/tsc', ['-p', project]);
}
const reports = ['--reporter=default', '--reporter=json', '--outputFile=test-results/unit.json'];
const redisServer = ensureRedis();
runProgram('vitest/vitest.mjs', ['run', ...reports], {
  ...process.env,
  ...(redisServer && { REDIS_SERVER_PATH: redisServer }),
});

buildIfChanged();
const { ensureChromium } = await import('./chromium.mjs');
runProgram('@playwright/test/cli.js', ['test'], {
  ...process.env,
  CHROMIUM_PATH: await ensureChromium(),
});
