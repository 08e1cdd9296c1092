import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

/**
 * A report that a test run wrote, or undefined where the run did not come that far.
 * @param {string} name
 */
function report(name) {
  const file = path.join(root, 'test-results', name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

const unit = report('unit.json');
const browser = report('browser.json');
const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0);
const failed =
  (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0) + (browser?.stats.flaky ?? 0);
console.log(`${passed} passed, ${failed} failed`);
